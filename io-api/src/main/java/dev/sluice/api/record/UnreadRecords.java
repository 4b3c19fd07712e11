package dev.sluice.api.record;

/**
 * Records of a chunk that its decoder cannot read, because a newer encoder stored them in a way
 * that it does not know. The chunk's other records are read.
 *
 * @param type their type's {@link RecordType#qualifiedName}
 * @param reason what the decoder does not know, such as {@code "packing 9"}; ASCII
 * @param count how many there are in the chunk, at least 1
 */
public record UnreadRecords(String type, String reason, int count) {}
