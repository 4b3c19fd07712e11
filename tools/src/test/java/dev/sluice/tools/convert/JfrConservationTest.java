package dev.sluice.tools.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.testkit.Seeds;
import dev.sluice.tools.Notices;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is delivered of a flight recording and what is reported as lost are together what the JDK's
 * reader finds in its parts: for recordings of the JDK's own settings and for parts of any shape,
 * concatenated, cut, damaged and with garbage between them.
 */
class JfrConservationTest {
  private static final int SEEDS = 60;

  /** One seed in this number has parts of a real program. */
  private static final int REAL = 25;

  @TempDir static Path directory;

  private static final List<JfrOracle> RECORDINGS = new ArrayList<>();

  private final Path file = directory.resolve("drawn.jfr");

  /** What came of a file. */
  private record Outcome(List<List<Object>> records, Map<String, Long> losses, String refusal) {}

  /** Bytes of a file, with what the JDK finds in them. */
  private record Piece(byte[] bytes, JfrOracle expected, long garbage) {}

  @BeforeAll
  static void record() throws Exception {
    List<Path> javas = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
    Stream.of(System.getenv("JDK25_HOME"), "/usr/lib/jvm/temurin-25-jdk-amd64")
        .filter(home -> home != null && Files.exists(Path.of(home, "bin", "java")))
        .map(Path::of)
        .findFirst()
        .ifPresent(javas::add);
    Map<Path, Process> programs = new HashMap<>();
    for (Path java : javas) {
      for (String settings : List.of("default", "profile")) {
        Path to = directory.resolve(settings + programs.size() + ".jfr");
        programs.put(
            to,
            new ProcessBuilder(
                    java.resolve("bin/java").toString(),
                    "-XX:StartFlightRecording:filename=" + to + ",settings=" + settings,
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    JfrProgram.class.getName(),
                    "acme." + settings + programs.size())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
      }
    }
    for (Map.Entry<Path, Process> program : programs.entrySet()) {
      assertThat(program.getValue().waitFor()).isZero();
      RECORDINGS.add(JfrOracle.of(program.getKey()));
    }
  }

  @Test
  void recordings_of_the_jdks_own_settings_are_read_whole() throws IOException {
    for (JfrOracle recording : RECORDINGS) {
      assertThat(recording.end()).isNull();
      assertThat(recording.events()).hasSizeGreaterThan(200);
      Outcome outcome = read(recording.bytes());
      assertThat(outcome.losses()).isEmpty();
      JfrOracle.assertSame(recording.events(), outcome.records());
    }
  }

  @Test
  void what_is_delivered_and_what_is_reported_is_what_there_was() throws IOException {
    long first = Seeds.first(JfrConservationTest.class.getSimpleName());
    for (long seed = first; seed < first + Seeds.count(SEEDS); seed++) {
      try {
        check(new Random(seed));
      } catch (AssertionError | Exception e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private void check(Random random) throws IOException {
    boolean real = random.nextInt(REAL) == 0;
    List<Piece> pieces = new ArrayList<>();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      JfrOracle part =
          real && random.nextBoolean()
              ? RECORDINGS.get(random.nextInt(RECORDINGS.size()))
              : made(MadePart.of(random));
      pieces.add(new Piece(part.bytes(), part, 0));
    }
    int damaged = random.nextInt(pieces.size());
    byte[] bytes = pieces.get(damaged).bytes().clone();
    int kind = random.nextInt(7);
    switch (kind) {
      case 0 -> {
        byte[] cut = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length - 1));
        pieces.set(damaged, damaged(cut));
      }
      case 1 -> {
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          bytes[JfrParts.HEADER_BYTES + random.nextInt(bytes.length - JfrParts.HEADER_BYTES)] ^=
              (byte) (1 << random.nextInt(8));
        }
        if (JfrOracle.goesBack(bytes)) {
          checkOthers(pieces, damaged, bytes);
          return;
        }
        pieces.set(damaged, damaged(bytes));
      }
      case 2 -> {
        byte[] garbage = new byte[1 + random.nextInt(200)];
        random.nextBytes(garbage);
        pieces.add(damaged, new Piece(garbage, null, garbage.length));
      }
      case 4 -> {
        bytes[random.nextInt(JfrParts.HEADER_BYTES)] ^= (byte) (1 << random.nextInt(8));
        checkOthers(pieces, damaged, bytes);
        return;
      }
      case 3 -> { // the recorder was at work when it was killed
        bytes[64] = (byte) (random.nextBoolean() ? 1 : 255);
        pieces.set(damaged, new Piece(bytes, pieces.get(damaged).expected(), 0));
      }
      default -> {
        // as written
      }
    }
    Outcome outcome = read(pieces);

    String what = "damage %s of part %s of %s".formatted(kind, damaged, pieces.size());
    List<JfrOracle> read = pieces.stream().map(Piece::expected).filter(p -> p != null).toList();
    List<List<Object>> events = events(pieces);
    long ends = read.stream().filter(part -> part.end() != null).count();
    long unknown = read.stream().mapToLong(JfrOracle::unknown).sum();
    long unreadable = read.stream().mapToLong(JfrOracle::unreadable).sum();
    long garbage = pieces.stream().mapToLong(Piece::garbage).sum();
    if (events.isEmpty() && (ends > 0 || read.isEmpty())) {
      assertThat(outcome.refusal()).contains(file.toString());
      assertThat(outcome.records()).isEmpty();
      return;
    }
    try {
      JfrOracle.assertSame(events, outcome.records());
    } catch (AssertionError e) {
      throw new AssertionError(what + " " + read.stream().map(JfrOracle::end).toList(), e);
    }
    Map<String, Long> losses =
        new HashMap<>(
            Map.of(
                "bytes outside all parts of the recording", garbage,
                "rest of a damaged recording", ends,
                "events of types that the recording does not describe", unknown,
                "events with a value that cannot be read", unreadable));
    outcome.losses().remove("bytes lost by the flight recorder because its buffers were full");
    losses.values().removeIf(count -> count == 0);
    assertThat(outcome.losses())
        .as("%s, %s", what, read.stream().map(JfrOracle::end).toList())
        .isEqualTo(losses);
  }

  /** Parts before and after a damaged one are whole; its own events come, or it is reported. */
  private void checkOthers(List<Piece> pieces, int damaged, byte[] bytes) throws IOException {
    int own = pieces.get(damaged).expected().events().size();
    List<List<Object>> before = events(pieces.subList(0, damaged));
    List<List<Object>> after = events(pieces.subList(damaged + 1, pieces.size()));
    pieces.set(damaged, new Piece(bytes, null, 0));
    Outcome outcome = read(pieces);
    List<List<Object>> records = outcome.records();
    int came = records.size() - before.size() - after.size();
    assertThat(came).isNotNegative(); // a damaged size can make two events of one
    assertThat(came == own || !outcome.losses().isEmpty()).isTrue();
    List<List<Object>> others = new ArrayList<>(records.subList(0, before.size()));
    others.addAll(records.subList(before.size() + came, records.size()));
    before.addAll(after);
    JfrOracle.assertSame(before, others);
  }

  private static List<List<Object>> events(List<Piece> pieces) {
    List<List<Object>> events = new ArrayList<>();
    for (Piece piece : pieces) {
      if (piece.expected() != null) {
        events.addAll(piece.expected().events());
      }
    }
    return events;
  }

  private Outcome read(List<Piece> pieces) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    pieces.forEach(piece -> all.writeBytes(piece.bytes()));
    return read(all.toByteArray());
  }

  private Piece damaged(byte[] bytes) throws IOException {
    return bytes.length < JfrParts.HEADER_BYTES
        ? new Piece(bytes, null, bytes.length)
        : new Piece(bytes, made(bytes), 0);
  }

  private static JfrOracle made(byte[] bytes) throws IOException {
    Path alone = directory.resolve("alone.jfr");
    Files.write(alone, bytes);
    return JfrOracle.of(alone);
  }

  private Outcome read(byte[] bytes) throws IOException {
    Files.write(file, bytes, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
    ConvertReport report = new ConvertReport(Notices.NONE, null);
    List<List<Object>> records = new ArrayList<>();
    String refusal = null;
    try {
      new JfrSource(file).read(new Kept(records), report);
    } catch (dev.sluice.tools.ToolException e) {
      refusal = e.getMessage();
    }
    return new Outcome(records, losses(report), refusal);
  }

  private static Map<String, Long> losses(ConvertReport report) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    report.print(new PrintStream(out, true));
    Map<String, Long> losses = new HashMap<>();
    out.toString()
        .lines()
        .filter(line -> line.startsWith("  lost  "))
        .map(line -> line.substring(8).split(" ", 2))
        .forEach(
            line ->
                losses.merge(
                    line[1].replaceAll(", after event [0-9]+", ""),
                    Long.parseLong(line[0].replace(",", "")),
                    Long::sum));
    return losses;
  }

  /** A record is its type's name and the values of its fields. */
  private record Kept(List<List<Object>> records) implements RecordTarget {
    @Override
    public void take(RecordCursor cursor, Origin origin) {
      List<Object> values = new ArrayList<>(List.of(cursor.type().name()));
      List<Field> fields = cursor.type().fields();
      for (int i = 0; i < fields.size(); i++) {
        FieldType type = fields.get(i).type();
        values.add(fields.get(i).name());
        values.add(
            switch (type) {
              case STRING -> cursor.text(i);
              case FLOAT, DOUBLE -> cursor.doubleValue(i);
              default -> cursor.longValue(i);
            });
      }
      records.add(values);
    }

    @Override
    public void commit() {}

    @Override
    public void close() {}
  }
}
