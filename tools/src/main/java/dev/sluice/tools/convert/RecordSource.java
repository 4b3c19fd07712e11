package dev.sluice.tools.convert;

import java.io.IOException;

/** Source of a conversion. */
interface RecordSource {
  /** Hands all records over, in their order. */
  void read(RecordTarget target, ConvertReport report) throws IOException;
}
