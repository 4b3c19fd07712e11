package dev.sluice.api.chunk;

/**
 * The header of a chunk, decoded.
 *
 * @param serializerId which serializer wrote the body, 1 to 255
 * @param mustUnderstand feature bits a decoder must know, see {@link ChunkLayout}
 * @param mayIgnore feature bits a decoder may ignore
 * @param bodyLength bytes of the body as stored
 * @param recordCount records in the body
 * @param rawLength bytes of the body after decompression, or 0 if it is not compressed as a whole
 * @param accounting what the chunk says about its producer
 * @param length bytes of this header
 */
public record ChunkHeader(
    int serializerId,
    int mustUnderstand,
    int mayIgnore,
    int bodyLength,
    int recordCount,
    int rawLength,
    Accounting accounting,
    int length) {}
