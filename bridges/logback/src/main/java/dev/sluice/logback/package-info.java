/** What Logback logs, as records. */
package dev.sluice.logback;
