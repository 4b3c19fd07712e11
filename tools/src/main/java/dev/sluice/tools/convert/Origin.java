package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Attributes;

/**
 * Whose a record is.
 *
 * @param key tells producers of a source apart
 * @param name for people, or null
 * @param attributes what its chunks say of it
 */
record Origin(Object key, String name, Attributes attributes) {}
