package dev.sluice.sql;

import dev.sluice.streams.RecordStreamBuilder;
import java.io.IOException;

/** Opens a source again for each scan. */
@FunctionalInterface
interface Streams {
  /** A stream of all its records from the start, to be built upon. Any thread. */
  RecordStreamBuilder builder() throws IOException;
}
