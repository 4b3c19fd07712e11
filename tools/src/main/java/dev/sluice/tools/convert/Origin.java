package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Attributes;

/**
 * Producer of a record.
 *
 * @param key identifies the producer in its source
 * @param name for people, or null
 * @param attributes attributes of its chunks
 */
record Origin(Object key, String name, Attributes attributes) {}
