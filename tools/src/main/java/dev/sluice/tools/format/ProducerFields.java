package dev.sluice.tools.format;

import java.util.Set;

/** The names that a record's producer has among the names of its fields. */
public final class ProducerFields {
  /** The name of the producer. */
  public static final String NAME = "_producer";

  /** Its id, 16 hexadecimal digits. */
  public static final String ID = "_producerId";

  static final String ATTRIBUTES = "_attributes";

  private static final Set<String> NAMES = Set.of(NAME, ID, ATTRIBUTES);

  private ProducerFields() {}

  /** Returns a field's name, with one more underscore if it could be taken for one of ours. */
  public static String apart(String field) {
    int at = 0;
    while (at < field.length() && field.charAt(at) == '_') {
      at++;
    }
    String rest = at == 0 ? "" : field.substring(at - 1);
    return NAMES.contains(rest) ? '_' + field : field;
  }
}
