/** The command {@code sql}: SQL about the records of a source, answered by DuckDB. */
package dev.sluice.sql;
