package dev.sluice.api.spi;

/** Thrown for a row that an encoder cannot encode. */
public final class RecordEncodeException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int row;

  /**
   * Creates the exception for a row of the batch, from 0.
   *
   * @param row which row of the batch, from 0
   * @param reason what is wrong with it
   */
  public RecordEncodeException(int row, String reason) {
    super(reason);
    this.row = row;
  }

  /** Returns the row's index in the batch, from 0. */
  public int row() {
    return row;
  }
}
