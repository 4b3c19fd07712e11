package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * No class of the core needs another one that needs it, over however many classes, so that each can
 * be read and tested without the others. A class and those within it are one. Constants are not
 * seen: the compiler copies them.
 */
final class CircleRules {
  private static final String CORE =
      "dev\\.sluice\\.(api|support|collectors|rawwriters|rawreaders|streams)(\\..*)?";

  private CircleRules() {}

  /** Circles that stay, by their classes' simple names. */
  private static final Map<String, String> EXCEPTIONS =
      Map.of(
          "Chunk ChunkLayout ChunkSigner HeaderParser HeaderWriter",
          "the bytes of a chunk, in five files",
          "Field RecordType RowBuffer RowLayout RowSink Rows",
          "a type of records and its rows",
          "ColumnCursor GatheredColumns",
          "an interface that makes one of its implementations",
          "ChunkingCollector ChunkingCollectorBuilder",
          "a builder",
          "RecordStream RecordStreamBuilder",
          "a builder",
          "SequenceBitmap SequenceText",
          "a set and its text",
          "Audit AuditJson AuditMerge",
          "a public record that knows its JSON and how it is merged",
          "Positions PositionsText",
          "positions and their text",
          "Answers PendingChunk Sender TcpRawWriter Window",
          "two threads with one monitor; to be one state machine without threads");

  @ArchTest
  static void classes_of_the_core_need_each_other_in_no_circle(JavaClasses all) {
    Set<String> circles = circles(uses(all));
    Set<String> others = new TreeSet<>(circles);
    others.removeAll(EXCEPTIONS.keySet());
    assertThat(others).as("circles of classes").isEmpty();
    assertThat(circles)
        .as("exceptions that nothing needs any more")
        .containsAll(EXCEPTIONS.keySet());
  }

  private static Map<String, Set<String>> uses(JavaClasses all) {
    Pattern core = Pattern.compile(CORE);
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass type : all) {
      if (core.matcher(type.getPackageName()).matches()) {
        Set<String> used =
            uses.computeIfAbsent(PlatformRules.outermost(type), none -> new TreeSet<>());
        type.getDirectDependenciesFromSelf()
            .forEach(use -> used.add(PlatformRules.outermost(use.getTargetClass())));
      }
    }
    return uses;
  }

  /** The largest sets of classes that need each other. */
  private static Set<String> circles(Map<String, Set<String>> uses) {
    Map<String, Set<String>> needed = new LinkedHashMap<>();
    uses.keySet().forEach(type -> needed.put(type, needed(type, uses)));
    Set<String> circles = new TreeSet<>();
    needed.forEach(
        (type, others) -> {
          List<String> circle =
              others.stream()
                  .filter(other -> needed.getOrDefault(other, Set.of()).contains(type))
                  .map(other -> other.replaceFirst(".*\\.", ""))
                  .sorted()
                  .toList();
          if (circle.size() > 1) {
            circles.add(String.join(" ", circle));
          }
        });
    return circles;
  }

  /** All that a class needs, through whatever others. */
  private static Set<String> needed(String type, Map<String, Set<String>> uses) {
    Set<String> found = new HashSet<>();
    Deque<String> next = new ArrayDeque<>(List.of(type));
    while (!next.isEmpty()) {
      for (String used : uses.getOrDefault(next.remove(), Set.of())) {
        if (found.add(used)) {
          next.add(used);
        }
      }
    }
    return found;
  }
}
