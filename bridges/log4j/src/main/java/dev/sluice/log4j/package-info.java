/** Bridge from log events of Log4j 2 to records. */
package dev.sluice.log4j;
