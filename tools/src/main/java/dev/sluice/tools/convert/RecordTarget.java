package dev.sluice.tools.convert;

import dev.sluice.api.record.RecordCursor;
import dev.sluice.tools.rows.ParsedRecord;
import java.io.Closeable;
import java.io.IOException;

/** Target of converted records. For one thread. */
interface RecordTarget extends Closeable {
  /** Takes the record on which the cursor stands. */
  void take(RecordCursor cursor, Origin origin) throws IOException;

  /** Takes a record that was parsed, unless it is too long to be one. */
  default void take(ParsedRecord record, Origin origin, ConvertReport report) throws IOException {
    if (record.fits()) {
      report.record();
      take(record, origin);
    } else {
      report.lost("records with a text of more than 65536 bytes", 1);
    }
  }

  /** Completes the result and moves it to its place. */
  void commit() throws IOException;

  /** Closes; removes what was not committed. */
  @Override
  void close() throws IOException;
}
