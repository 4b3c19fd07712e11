/** The memory between emitting threads and the pump: rows, symbols and types. */
package dev.sluice.collectors.ring;
