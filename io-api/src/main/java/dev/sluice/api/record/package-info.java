/**
 * Records: their types, the rows that hold them in memory, and cursors over them. Uses {@code
 * chunk} for the causes of drops, and nothing else of the API.
 */
package dev.sluice.api.record;
