/** What Log4j 2 logs, as records. */
package dev.sluice.log4j;
