/** Bridge from log events of Logback to records. */
package dev.sluice.logback;
