/**
 * A small server of pages and figures, for readers on this machine and other authorized readers.
 */
package dev.sluice.monitoring.http;
