/** Recordings made of others: cut, merged, compacted, and converted from and to other logs. */
package dev.sluice.tools.convert;
