package dev.sluice.tools.convert;

import dev.sluice.api.record.RecordCursor;
import java.io.Closeable;
import java.io.IOException;

/** Where converted records go. For one thread. */
public interface RecordTarget extends Closeable {
  /** Takes the record on which the cursor stands. */
  void take(RecordCursor cursor, Origin origin) throws IOException;

  /** All records came: puts the result in its place. */
  void commit() throws IOException;

  /** Closes; removes what was not committed. */
  @Override
  void close() throws IOException;
}
