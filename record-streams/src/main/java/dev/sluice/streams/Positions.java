package dev.sluice.streams;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Progress of a stream, with which it continues after a restart as if there had been none. It
 * consists of sequence numbers of producers, because they mean the same on every medium and in
 * every partition, so that a chunk is neither missed nor repeated when a key strategy spreads a
 * producer over partitions or when segments are deleted; and offsets and fingerprints, by which a
 * chunk that comes again is distinguished from another one under its sequence. Fingerprints are
 * hashes with a secret key: who reads the positions can make chunks that pass for others, so they
 * must be as inaccessible to who writes to the source as a password.
 *
 * @param audit what arrived, its producers in the order in which they would be forgotten
 * @param offsets by partition of the source, up to where all was handled; of the last 16 384
 *     partitions. Empty where offsets mean nothing after a restart, as of TCP
 * @param begun by producer, the chunk of which a part was handled
 * @param fingerprints by producer, in hexadecimal, those of its last chunks: of 1 024, fewer with
 *     more than 16 producers, but of 4 at least
 * @param hashKey the secret key of the fingerprints, 32 hexadecimal digits, or null if there are
 *     none: without it they are ignored
 */
public record Positions(
    Audit audit,
    Map<String, Long> offsets,
    Map<Long, Begun> begun,
    Map<Long, String> fingerprints,
    String hashKey) {
  /** Positions of a stream that starts from the beginning. */
  public static final Positions NONE =
      new Positions(new Audit(0, 0, 0, 0, 0, List.of()), Map.of(), Map.of(), Map.of(), null);

  /**
   * The part of a chunk that was delivered: its first records, in the order in which they are
   * delivered with the same fields and range of time.
   *
   * @param sequence the chunk
   * @param fingerprint its hash with the key of the positions, 32 hexadecimal digits
   * @param records how many of them were handled, at least 1
   * @param rejected how many of these could not be read
   */
  public record Begun(long sequence, String fingerprint, int records, int rejected) {
    /** Checks the numbers. */
    public Begun {
      if (sequence < 0 || records < 1 || rejected < 0 || rejected > records) {
        throw new IllegalArgumentException(
            "no part of a chunk: " + sequence + " " + records + " " + rejected);
      }
    }
  }

  /** Returns a text of the progress, without the secret. */
  @Override
  public String toString() {
    return "positions behind " + audit.chunks() + " chunks";
  }

  /**
   * Returns the positions as lines of ASCII for {@link #parse}, some for each producer and
   * partition.
   */
  public String toText() {
    return PositionsText.write(this);
  }

  /**
   * Converts the text of {@link #toText} to positions.
   *
   * @throws IOException if it is something else: in one line, which it is and what is wrong with it
   */
  public static Positions parse(String text) throws IOException {
    return PositionsText.read(text);
  }
}
