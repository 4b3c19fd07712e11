package dev.sluice.serializers.protobuf;

import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.UnreadRecords;
import java.util.List;

/** Walks over the records of a body that was checked. */
final class ProtobufRecordCursor implements RecordCursor {
  private final BodyDecoder body;
  private final List<RecordType> types;
  private int left;
  private TypeDecoder current;

  ProtobufRecordCursor(BodyDecoder body, int records) {
    this.body = body;
    this.types = body.types();
    this.left = records;
  }

  @Override
  public boolean next() {
    while (left > 0) {
      left--;
      current = body.advance();
      if (current.isKnown()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public List<UnreadRecords> unread() {
    return body.unread();
  }

  @Override
  public RecordType type() {
    return current.type();
  }

  @Override
  public long longValue(int field) {
    return current.field(field).value();
  }

  @Override
  public double doubleValue(int field) {
    return current.type().fields().get(field).type().toDouble(longValue(field));
  }

  @Override
  public String text(int field) {
    return body.text((int) longValue(field));
  }

  @Override
  public byte[] bytes(int field) {
    FieldDecoder decoder = current.field(field);
    return decoder.value() == 0 ? null : body.copy(decoder.contentAt(), decoder.contentLength());
  }

  @Override
  public List<RecordType> types() {
    return types;
  }
}
