/** Records as messages, one a record. */
package dev.sluice.tools.explode;
