package dev.sluice.serializers.binary;

import dev.sluice.api.record.RecordType;
import dev.sluice.serializers.support.Description;
import java.util.List;

/** What a chunk is made of, human-readable, one line each. */
final class BodyDescription {
  private final Description out = new Description();
  private final byte[] bytes;
  private int pages;

  /** Of a chunk whose body lies in these bytes. */
  BodyDescription(byte[] bytes) {
    this.bytes = bytes;
  }

  void strings(StringTableDecoder strings) {
    for (int id = 1; id <= strings.maxId(); id++) {
      out.string(id, strings.text(id));
    }
  }

  void types(List<TypeDecoder> types) {
    types.forEach(type -> out.type(type.type));
  }

  void page(int rows) {
    out.line("page %d: %d rows", pages++, rows);
  }

  void group(RecordType type, int rows, int length) {
    out.line("  group %s: %d rows, %d bytes", type.qualifiedName(), rows, length);
  }

  /** A column that lies in the body from one index to another. */
  void column(String name, int from, int to) {
    int predictor = bytes[from] >>> 4;
    String reference = predictor == BinaryFormat.REFERENCE ? " " + (bytes[from + 1] & 0xff) : "";
    out.line(
        "    column %s: %s%s, %s, %d bytes",
        Description.printable(name),
        BinaryFormat.predictor(predictor),
        reference,
        BinaryFormat.packing(bytes[from] & 0xf),
        to - from);
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
