/** Records that were decoded or parsed, as rows and chunks once more. */
package dev.sluice.tools.rows;
