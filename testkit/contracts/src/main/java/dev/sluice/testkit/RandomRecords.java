package dev.sluice.testkit;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random schemas and records of them, whose columns repeat, rise or jump. For one thread. */
public final class RandomRecords {
  private final Random random;
  private final List<RecordType> types = new ArrayList<>();
  private long clock;

  /** Creates records of one to four types. */
  public RandomRecords(Random random) {
    this.random = random;
    for (int i = random.nextInt(4); i >= 0; i--) {
      types.add(type("test.random" + i));
    }
  }

  private RecordType type(String name) {
    List<Field> fields = new ArrayList<>();
    for (int i = random.nextInt(12); i > 0; i--) {
      FieldType type = FieldType.byNumber(1 + random.nextInt(11));
      Field.Role role = Field.Role.PLAIN;
      if (type == FieldType.STRING && random.nextBoolean()) {
        role = Field.Role.SYMBOL;
      } else if (type == FieldType.LONG && random.nextBoolean()) {
        role = Field.Role.TIMESTAMP;
      }
      fields.add(new Field("f" + i, type, role));
    }
    if (random.nextBoolean()) {
      fields.add(
          random.nextInt(fields.size() + 1),
          new Field("time", FieldType.LONG, Field.Role.RECORD_TIME));
    }
    return new RecordType(name, 1 + random.nextInt(9), fields);
  }

  /** Adds a record to the rows; returns what {@link RecordValues#of} must give. */
  public List<Object> addTo(TestBatch rows) {
    RecordType type = types.get(random.nextInt(types.size()));
    Object[] values = new Object[type.fields().size()];
    for (int i = 0; i < values.length; i++) {
      Field field = type.fields().get(i);
      values[i] = value(field.type(), number(i + field.name().length()));
    }
    rows.add(type, values);
    return RecordValues.expected(type.qualifiedName(), values);
  }

  private long number(int style) {
    return switch (style % 5) {
      case 0 -> random.nextLong();
      case 1 -> clock += random.nextInt(300);
      case 2 -> random.nextInt(3);
      case 3 -> clock >> 12;
      default -> random.nextInt(20) == 0 ? random.nextLong() : 1000 + random.nextInt(60);
    };
  }

  /**
   * Returns a value of this type, always the same for a number; for one number in seven null, if
   * the type allows it.
   */
  static Object value(FieldType type, long number) {
    return switch (type) {
      case BOOLEAN -> (number & 1) != 0;
      case BYTE -> (byte) number;
      case SHORT -> (short) number;
      case CHAR -> (char) number;
      case INT -> (int) number;
      case LONG -> number;
      case FLOAT -> Float.intBitsToFloat((int) number);
      case DOUBLE -> Double.longBitsToDouble(number);
      case STRING, ENUM -> mostly(number, "text " + number % 50);
      case BYTES -> mostly(number, new byte[(int) (number & 31)]);
    };
  }

  private static Object mostly(long number, Object value) {
    return number % 7 == 0 ? null : value;
  }
}
