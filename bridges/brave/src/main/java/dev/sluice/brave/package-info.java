/** Bridge from spans of Brave, which Zipkin's libraries make, to sinks of Sluice. */
package dev.sluice.brave;
