/** Spans of Brave, as Zipkin's libraries make them, into sinks of Sluice. */
package dev.sluice.brave;
