package dev.sluice.api.record;

/**
 * Consecutive records of one type as columns: the rows of this type in one page of a chunk, in
 * their order. For one thread; it and its array are the decoder's, valid until its {@link
 * ColumnCursor} advances, and not to be changed. All columns lie in one array:
 *
 * <pre>
 * long[] values = batch.values();
 * int tin = batch.start(TIN);
 * int tout = batch.start(TOUT);
 * for (int row = 0; row &lt; batch.rows(); row++) {
 *   sum += values[tout + row] - values[tin + row];
 * }
 * </pre>
 *
 * <p>A cell holds
 *
 * <ul>
 *   <li>a boolean as 0 or 1; a byte, short, char, int or long as it is,
 *   <li>an instant as nanoseconds since the epoch,
 *   <li>a float or double as its raw bits, see {@link FieldType#toDouble},
 *   <li>a text or enum as an id, of which {@link #text} tells the text; 0 is null. An id stands for
 *       the same text in the whole chunk, and in others for another one; two ids may have one text,
 *   <li>a byte array as a number that only {@link #bytes} understands; 0 is null,
 *   <li>0 for a field that the reader did not ask for and the decoder left packed.
 * </ul>
 */
public interface ColumnBatch {
  /**
   * Returns the type of all rows, as in the chunk's schema; one object per chunk and type.
   *
   * <p>Decoders may keep it for later chunks with the same type, so that readers can look up by
   * identity first.
   */
  RecordType type();

  /** Returns the number of rows, at least 1. */
  int rows();

  /** Returns the array that holds the columns, and other things between them. */
  long[] values();

  /**
   * Returns where the column of a field starts: {@code values()[start(field) + row]} is the cell of
   * a row.
   *
   * @param field its index in the type
   */
  int start(int field);

  /**
   * Returns the smallest id that a text may have, 0 or below. All batches of a chunk have the same.
   */
  int minId();

  /** Returns the largest id that a text of this batch may have. It may grow from batch to batch. */
  int maxId();

  /**
   * Returns the text of an id; null for 0. Equal ids of a chunk give the same object.
   *
   * @param id the cell of a text or enum field, from {@link #minId} to {@link #maxId}
   */
  String text(long id);

  /** Returns a copy of the value of a byte array field, or null. */
  byte[] bytes(int field, int row);

  /**
   * Writes the numbers of the rows in the order of the chunk, so that a reader can put rows of
   * several types back into one order. No two rows of a chunk have the same number; all are at
   * least 0 and below the number of its records.
   *
   * @param to at least {@link #rows} elements
   */
  void ordinals(int[] to);
}
