package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** Whether exports of call paths have each path with its calls and its time; of whole traces. */
final class Paths {
  private static final int SAMPLE = 2;
  private static final int LOCATION = 4;
  private static final int FUNCTION = 5;
  private static final int STRING = 6;

  private Paths() {}

  /** By path, callers first: calls and nanoseconds without callees. */
  private static Map<List<String>, List<Long>> truth(Program program) {
    Map<List<String>, List<Long>> paths = new HashMap<>();
    for (Verdict verdict : Verdict.of(program)) {
      for (Call call : verdict.known) {
        List<String> path = new ArrayList<>();
        for (Call at = call; at != null; at = at.caller) {
          path.add(at.operation);
        }
        Collections.reverse(path);
        paths.merge(path, List.of(1L, verdict.self(call)), Paths::sum);
      }
    }
    return paths;
  }

  private static List<Long> sum(List<Long> one, List<Long> other) {
    return List.of(one.get(0) + other.get(0), one.get(1) + other.get(1));
  }

  static void collapsed(Program program, Path file) throws IOException {
    Map<String, Long> said = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      int space = line.lastIndexOf(' ');
      said.merge(line.substring(0, space), Long.parseLong(line.substring(space + 1)), Long::sum);
    }
    Map<String, Long> right = new TreeMap<>();
    truth(program)
        .forEach(
            (path, figures) -> {
              if (figures.get(1) > 0) {
                String names =
                    String.join(";", path).replaceAll("public void shop\\.(C\\d\\.m\\d)", "$1");
                right.merge(names, figures.get(1), Long::sum);
              }
            });
    if (program.hostile) { // names that a line cannot hold are written in another way
      assertThat(said.values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(right.values().stream().mapToLong(Long::longValue).sum());
    } else {
      assertThat(said).as("call paths").isEqualTo(right);
    }
  }

  static void pprof(Program program, Path file) throws IOException {
    byte[] bytes =
        new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(file))).readAllBytes();
    UnknownFieldSet profile = UnknownFieldSet.parseFrom(bytes);
    List<ByteString> strings = profile.getField(STRING).getLengthDelimitedList();
    Map<Long, String> functions = new HashMap<>();
    for (UnknownFieldSet function : messages(profile, FUNCTION)) {
      functions.put(number(function, 1), strings.get((int) number(function, 3)).toStringUtf8());
    }
    Map<Long, String> locations = new HashMap<>();
    for (UnknownFieldSet location : messages(profile, LOCATION)) {
      UnknownFieldSet line = messages(location, 4).get(0);
      locations.put(number(location, 1), functions.get(number(line, 1)));
    }
    Map<List<String>, List<Long>> said = new HashMap<>();
    for (UnknownFieldSet sample : messages(profile, SAMPLE)) {
      List<String> path = new ArrayList<>();
      sample.getField(1).getVarintList().forEach(location -> path.add(locations.get(location)));
      Collections.reverse(path);
      said.merge(path, sample.getField(2).getVarintList(), Paths::sum);
    }
    assertThat(said).as("call paths").isEqualTo(truth(program));
  }

  static List<UnknownFieldSet> messages(UnknownFieldSet in, int field) throws IOException {
    List<UnknownFieldSet> all = new ArrayList<>();
    for (ByteString bytes : in.getField(field).getLengthDelimitedList()) {
      all.add(UnknownFieldSet.parseFrom(bytes));
    }
    return all;
  }

  static long number(UnknownFieldSet in, int field) {
    List<Long> values = in.getField(field).getVarintList();
    return values.isEmpty() ? 0 : values.get(0);
  }
}
