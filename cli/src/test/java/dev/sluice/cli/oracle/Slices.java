package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.UnknownFieldSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whether the export to Perfetto has a slice for each execution; of whole traces. */
final class Slices {
  private static final int TIMESTAMP = 8;
  private static final int SEQUENCE = 10;
  private static final int EVENT = 11;
  private static final int BEGIN = 1;
  private static final int END = 2;

  private Slices() {}

  /** What a packet sequence is at. */
  private static final class Sequence {
    private final Map<Long, String> names = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private long time;
  }

  static void check(Program program, Path file) throws IOException {
    Map<Long, Sequence> sequences = new HashMap<>();
    List<String> said = new ArrayList<>();
    UnknownFieldSet all = UnknownFieldSet.parseFrom(Files.readAllBytes(file));
    for (UnknownFieldSet packet : Paths.messages(all, 1)) {
      Sequence of =
          sequences.computeIfAbsent(Paths.number(packet, SEQUENCE), key -> new Sequence());
      for (UnknownFieldSet snapshot : Paths.messages(packet, 6)) {
        of.time = Paths.number(Paths.messages(snapshot, 1).get(0), 2);
        of.names.clear();
      }
      for (UnknownFieldSet interned : Paths.messages(packet, 12)) {
        for (UnknownFieldSet name : Paths.messages(interned, 2)) {
          String text = name.getField(2).getLengthDelimitedList().get(0).toStringUtf8();
          of.names.put(Paths.number(name, 1), text);
        }
      }
      for (UnknownFieldSet event : Paths.messages(packet, EVENT)) {
        of.time += Paths.number(packet, TIMESTAMP);
        if (Paths.number(event, 9) == BEGIN) {
          of.open.push(of.time + " " + of.names.get(Paths.number(event, 10)));
        } else if (Paths.number(event, 9) == END) {
          said.add(of.open.pop() + " " + of.time);
        }
      }
    }
    assertThat(sequences.values()).as("slices without an end").allMatch(one -> one.open.isEmpty());
    List<String> right = new ArrayList<>();
    for (Verdict verdict : Verdict.of(program)) {
      for (Call call : verdict.known) {
        String name = call.operation.replaceAll(".*shop\\.", "");
        right.add(call.begin + " " + name + " " + call.end);
      }
    }
    Collections.sort(said);
    Collections.sort(right);
    assertThat(said).as("slices").isEqualTo(right);
  }
}
