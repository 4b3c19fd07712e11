package dev.sluice.cli.convert;

import dev.sluice.api.record.RecordType;
import dev.sluice.monitoring.records.AfterOperationFailedReader;
import dev.sluice.monitoring.records.AfterOperationReader;
import dev.sluice.monitoring.records.BeforeOperationReader;
import dev.sluice.monitoring.records.ClassLoadingReader;
import dev.sluice.monitoring.records.CompilationReader;
import dev.sluice.monitoring.records.CpuUtilizationReader;
import dev.sluice.monitoring.records.GarbageCollectionReader;
import dev.sluice.monitoring.records.JvmHeapReader;
import dev.sluice.monitoring.records.LoadAverageReader;
import dev.sluice.monitoring.records.MemSwapUsageReader;
import dev.sluice.monitoring.records.MetadataReader;
import dev.sluice.monitoring.records.NetworkUtilizationReader;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.monitoring.records.ThreadsStatusReader;
import dev.sluice.monitoring.records.TraceMetadataReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The record classes of Kieker 2.0.2, from a table: nobody needs Kieker on the class path. */
final class KiekerTypes {
  private static final Map<String, RecordType> OURS =
      Stream.of(
              AfterOperationFailedReader.TYPE,
              AfterOperationReader.TYPE,
              BeforeOperationReader.TYPE,
              ClassLoadingReader.TYPE,
              CompilationReader.TYPE,
              CpuUtilizationReader.TYPE,
              GarbageCollectionReader.TYPE,
              JvmHeapReader.TYPE,
              LoadAverageReader.TYPE,
              MemSwapUsageReader.TYPE,
              MetadataReader.TYPE,
              NetworkUtilizationReader.TYPE,
              OperationExecutionReader.TYPE,
              ThreadsStatusReader.TYPE,
              TraceMetadataReader.TYPE)
          .collect(Collectors.toMap(RecordType::name, type -> type));

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
    KiekerType type = new KiekerType(words[0], names, codes, OURS.get(words[1]));
    BY_CLASS.computeIfAbsent(words[0], name -> new ArrayList<>()).add(type);
    BY_OURS.putIfAbsent(type.type.name(), type);
  }

  /** The type of records of a class with so many values, or null. */
  static KiekerType of(String className, int values) {
    for (KiekerType type : BY_CLASS.getOrDefault(className, List.of())) {
      if (type.codes.length == values) {
        return type;
      }
    }
    return null;
  }

  /** How a binary log has records of a class, or null. */
  static KiekerType of(String className) {
    List<KiekerType> types = BY_CLASS.get(className);
    return types == null ? null : types.get(0);
  }

  /** The class for records of a type of ours, or null. */
  static KiekerType forOurs(String typeName) {
    return BY_OURS.get(typeName);
  }
}
