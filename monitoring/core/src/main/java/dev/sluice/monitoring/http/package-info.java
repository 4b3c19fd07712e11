/** A small server of pages and figures, for readers of this machine and those who were let in. */
package dev.sluice.monitoring.http;
