/** Converts decoded or parsed records back to rows and chunks. */
package dev.sluice.tools.rows;
