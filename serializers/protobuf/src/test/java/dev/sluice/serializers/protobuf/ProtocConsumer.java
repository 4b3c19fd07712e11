package dev.sluice.serializers.protobuf;

import com.google.protobuf.ByteString;
import dev.sluice.chunk.v1.Body;
import dev.sluice.chunk.v1.Column;
import dev.sluice.chunk.v1.Field;
import dev.sluice.chunk.v1.FieldType;
import dev.sluice.chunk.v1.Predictor;
import dev.sluice.chunk.v1.RecordType;
import dev.sluice.chunk.v1.Role;
import dev.sluice.serializers.support.Wtf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A consumer with generated classes and the specification, and nothing of the serializer: written
 * as the chapter on the payload says, with one array a column.
 */
final class ProtocConsumer {
  private final Body body;
  private final int recordCount;
  private final long clockOffset;
  private final List<String> strings = new ArrayList<>();

  ProtocConsumer(Body body, int recordCount, long clockOffset) {
    this.body = body;
    this.recordCount = recordCount;
    this.clockOffset = clockOffset;
  }

  /** The records as {@code RecordValues} has them; IllegalArgumentException if refused. */
  List<List<Object>> records() {
    require(body.getStringsCount() <= 65_536 && body.getTypesCount() <= 1024);
    strings.add(null);
    body.getStringsList().forEach(text -> strings.add(text(text, 65_536)));
    require(body.getOrder().getPredictor() != Predictor.PREDICTOR_REFERENCE);
    require(body.getOrder().getContent().isEmpty());
    long[] order = values(body.getOrder(), recordCount, null);
    int[] rows = new int[body.getTypesCount()];
    for (long type : order) {
      require(type >= 0 && type < rows.length);
      rows[(int) type]++;
    }
    List<List<List<Object>>> byType = new ArrayList<>();
    for (int i = 0; i < rows.length; i++) {
      byType.add(records(body.getTypes(i), rows[i]));
    }
    int[] next = new int[rows.length];
    List<List<Object>> result = new ArrayList<>();
    for (long type : order) {
      if (byType.get((int) type) != null) {
        result.add(byType.get((int) type).get(next[(int) type]++));
      }
    }
    return result;
  }

  private static void require(boolean right) {
    if (!right) {
      throw new IllegalArgumentException();
    }
  }

  private static String text(ByteString bytes, int most) {
    byte[] array = bytes.toByteArray();
    require(array.length <= most && Wtf8.firstWrong(array, 0, array.length) < 0);
    return Wtf8.decode(array, 0, array.length);
  }

  /** The records of a type; null if they use what is not known. */
  private List<List<Object>> records(RecordType type, int rows) {
    String name = text(type.getName(), 200);
    require(name.matches("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*"));
    require(type.getVersion() >= 1 && type.getVersion() <= 65_535 && type.getFieldsCount() <= 255);
    int time = recordTime(type);
    if (!type.getFieldsList().stream().allMatch(ProtocConsumer::isKnown)) {
      return null;
    }
    long[][] columns = new long[type.getFieldsCount()][];
    if (time >= 0) {
      columns[time] = column(type, time, time, columns, rows);
    }
    for (int i = columns.length - 1; i >= 0; i--) {
      columns[i] = i == time ? columns[i] : column(type, i, time, columns, rows);
    }
    List<List<Object>> result = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      result.add(new ArrayList<>(List.of(name + "." + type.getVersion())));
    }
    for (int i = 0; i < columns.length; i++) {
      add(type.getFields(i), columns[i], result);
    }
    return result;
  }

  private static boolean isKnown(Field field) {
    int kind = field.getTypeValue();
    return kind >= 1
        && kind <= 11
        && field.getRole() != Role.UNRECOGNIZED
        && field.getColumn().getPredictor() != Predictor.UNRECOGNIZED;
  }

  /** Strings and enums are decoded before numbers. */
  private static boolean isText(Field field) {
    FieldType type = field.getType();
    return type == FieldType.FIELD_TYPE_STRING || type == FieldType.FIELD_TYPE_ENUM;
  }

  private static int recordTime(RecordType type) {
    Set<String> names = new HashSet<>(Set.of("type"));
    int time = -1;
    for (int i = 0; i < type.getFieldsCount(); i++) {
      Field field = type.getFields(i);
      require(!field.getName().isEmpty() && names.add(text(field.getName(), 255)));
      int kind = field.getTypeValue();
      boolean isLong = kind < 1 || kind > 11 || field.getType() == FieldType.FIELD_TYPE_LONG;
      switch (field.getRole()) {
        case ROLE_SYMBOL -> require(field.getType() == FieldType.FIELD_TYPE_STRING);
        case ROLE_INSTANT -> require(isLong);
        case ROLE_RECORD_TIME -> {
          require(isLong && time < 0);
          time = i;
        }
        default -> {}
      }
    }
    return time;
  }

  private static long[] column(RecordType type, int index, int time, long[][] columns, int rows) {
    Column column = type.getFields(index).getColumn();
    long[] reference = null;
    if (column.getPredictor() == Predictor.PREDICTOR_REFERENCE) {
      int other = column.getReference();
      require(other >= 0 && other < columns.length && index != time);
      require(other > index && !isText(type.getFields(index)) || other == time);
      int number = type.getFields(other).getTypeValue();
      require(number >= 1 && number <= 6);
      reference = columns[other];
    }
    return values(column, rows, reference);
  }

  private static long[] values(Column column, int n, long[] reference) {
    List<Long> items = column.getValuesCount() > 0 ? column.getValuesList() : column.getWordsList();
    require(column.getPredictor() != Predictor.UNRECOGNIZED);
    require(column.getValuesCount() == 0 || column.getWordsCount() == 0);
    require(column.getReference() == 0 || reference != null);
    require(column.getStart() == 0 || column.getPredictor() == Predictor.PREDICTOR_DELTA);
    boolean inRuns = column.getRunsCount() > 0;
    if (inRuns) {
      require(column.getRunsCount() == items.size());
      long sum = 0;
      for (int run : column.getRunsList()) {
        require(run != 0);
        sum += Integer.toUnsignedLong(run);
      }
      require(sum == n);
    } else {
      require(items.isEmpty() || items.size() == n);
    }
    long[] result = new long[n];
    long previous = column.getStart();
    int run = 0;
    long runEnd = inRuns ? Integer.toUnsignedLong(column.getRuns(0)) : 0;
    for (int i = 0; i < n; i++) {
      if (inRuns && i == runEnd) {
        runEnd += Integer.toUnsignedLong(column.getRuns(++run));
      }
      long step = column.getBase();
      if (!items.isEmpty()) {
        step += items.get(inRuns ? run : i);
      }
      result[i] =
          switch (column.getPredictor()) {
            case PREDICTOR_DELTA -> previous + step;
            case PREDICTOR_REFERENCE -> reference[i] + step;
            default -> step;
          };
      previous = result[i];
    }
    return result;
  }

  private void add(Field field, long[] values, List<List<Object>> records) {
    boolean bytes = field.getType() == FieldType.FIELD_TYPE_BYTES;
    ByteString content = field.getColumn().getContent();
    int at = 0;
    for (int i = 0; i < values.length; i++) {
      if (bytes) {
        within(values[i], 0, 65_537);
        int length = (int) Math.max(0, values[i] - 1);
        require(length <= content.size() - at);
        byte[] array = content.substring(at, at + length).toByteArray();
        records.get(i).add(values[i] == 0 ? null : Arrays.toString(array));
        at += length;
      } else {
        records.get(i).add(value(field, values[i]));
      }
    }
    require(at == content.size());
  }

  private Object value(Field field, long v) {
    boolean instant =
        field.getRole() == Role.ROLE_INSTANT || field.getRole() == Role.ROLE_RECORD_TIME;
    return switch (field.getType()) {
      case FIELD_TYPE_BOOLEAN -> within(v, 0, 1) == 1;
      case FIELD_TYPE_BYTE -> (byte) within(v, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case FIELD_TYPE_SHORT -> (short) within(v, Short.MIN_VALUE, Short.MAX_VALUE);
      case FIELD_TYPE_CHAR -> (char) within(v, 0, 0xffff);
      case FIELD_TYPE_INT -> (int) within(v, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case FIELD_TYPE_LONG -> instant ? v + clockOffset : v;
      case FIELD_TYPE_FLOAT -> {
        int bits = (int) within(v, Integer.MIN_VALUE, Integer.MAX_VALUE);
        // A signalling NaN is quiet once it was a double, which cursors give.
        yield Float.isNaN(Float.intBitsToFloat(bits)) ? bits | 0x0040_0000 : bits;
      }
      case FIELD_TYPE_DOUBLE -> v;
      case FIELD_TYPE_STRING, FIELD_TYPE_ENUM ->
          strings.get((int) within(v, 0, strings.size() - 1));
      default -> throw new IllegalArgumentException();
    };
  }

  private static long within(long value, long min, long max) {
    require(value >= min && value <= max);
    return value;
  }
}
