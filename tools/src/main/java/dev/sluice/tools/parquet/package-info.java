/** Records as Apache Parquet files, written from columns. */
package dev.sluice.tools.parquet;
