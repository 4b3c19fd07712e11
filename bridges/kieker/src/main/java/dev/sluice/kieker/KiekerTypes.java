package dev.sluice.kieker;

import dev.sluice.monitoring.records.StandardTypes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The record classes of Kieker 2.0.2, from a table, so that Kieker need not be on the class path.
 */
public final class KiekerTypes {
  private static final Map<String, List<KiekerType>> BY_CLASS = new HashMap<>();
  private static final Map<String, KiekerType> BY_OURS = new HashMap<>();

  static {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                KiekerTypes.class.getResourceAsStream("kieker-records.txt"),
                StandardCharsets.UTF_8))) {
      lines.lines().filter(line -> !line.startsWith("#")).forEach(KiekerTypes::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private KiekerTypes() {}

  private static void add(String line) {
    String[] words = line.split(" ");
    String[] names = new String[words.length - 2];
    char[] codes = new char[names.length];
    for (int i = 0; i < names.length; i++) {
      String word = words[i + 2];
      int colon = word.indexOf(':');
      names[i] = word.substring(word.indexOf('=') + 1, colon);
      codes[i] = word.charAt(colon + 1);
    }
    KiekerType type = new KiekerType(words[0], names, codes, StandardTypes.of(words[1]));
    BY_CLASS.computeIfAbsent(words[0], name -> new ArrayList<>()).add(type);
    BY_OURS.putIfAbsent(type.type.name(), type);
  }

  /** Returns the type of records of a class with {@code values} values, or null. */
  public static KiekerType of(String className, int values) {
    for (KiekerType type : BY_CLASS.getOrDefault(className, List.of())) {
      if (type.codes.length == values) {
        return type;
      }
    }
    return null;
  }

  /** Returns the type of records of a class in a binary log, or null. */
  public static KiekerType of(String className) {
    List<KiekerType> types = BY_CLASS.get(className);
    return types == null ? null : types.get(0);
  }

  /** Returns the class for records of a type of Sluice, or null. */
  public static KiekerType forOurs(String typeName) {
    return BY_OURS.get(typeName);
  }
}
