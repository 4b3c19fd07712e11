package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Verification;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands as processes that get Ctrl-C while they work on a source that does not end. */
@Tag("one-jdk")
class InterruptedCommandsTest {
  private static final String NOTHING = "nothing was written";
  private static final String CHUNKS =
      "[\\d,]+ records in [\\d,]+ chunks are written to OUT completely";
  private static final long SECONDS = 60;

  /** What is typed, with a pipe as IN, a file as FILE and a new place as OUT; what is said then. */
  private static final Map<String, String> SAID =
      Map.ofEntries(
          Map.entry("analyze IN -o OUT", NOTHING),
          Map.entry("cat IN", "[\\d,]+ records are printed"),
          Map.entry("compact IN --chunk-records 6 --to OUT", CHUNKS),
          Map.entry("compare IN FILE -o OUT", NOTHING),
          Map.entry("convert IN --chunk-records 3 --to OUT", CHUNKS),
          Map.entry("convert IN --to kieker:OUT", NOTHING),
          Map.entry("convert IN --to kieker-chunks:OUT", NOTHING),
          Map.entry("cut IN --type test.note --to OUT", CHUNKS),
          Map.entry("export IN --to csv:OUT", NOTHING),
          Map.entry("export IN --to jsonl:OUT", NOTHING),
          Map.entry("export IN --to parquet:OUT", NOTHING),
          Map.entry("export IN --to parquet:OUT.parquet", NOTHING),
          Map.entry("export IN --to perfetto:OUT", NOTHING),
          Map.entry("export IN --to pprof:OUT", NOTHING),
          Map.entry("findings IN --sarif=OUT", NOTHING),
          Map.entry("inspect IN", NOTHING),
          Map.entry("merge IN --to OUT", CHUNKS),
          Map.entry(
              "replay FILE --speed 0.000000001 --sink file:OUT",
              "[\\d,]+ records? are sent to .*OUT"),
          Map.entry(
              "run --sink file:OUT --include a.** -- JAVA Shop",
              "7 records emitted, .* to file:.*OUT"),
          Map.entry("stats IN", NOTHING),
          Map.entry("top IN --json=OUT", NOTHING),
          Map.entry("trace IN --json=OUT", NOTHING),
          Map.entry("tune FILE --rate 1000 --sink file:OUT.d -o OUT", ".*"),
          Map.entry("verify IN --json=OUT", NOTHING),
          Map.entry("watch FILE --port 0", "[\\d,]+ records in [\\d,]+ chunks?, .*"));

  /** Commands that are not tried here, and why. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "attach", "asks another process to do something, and ends",
          "broker", "BrokerCommandTest ends it",
          "demo", "needs the distribution",
          "doctor", "writes nothing",
          "explode", "needs a broker: ExplodeTest ends it",
          "help", "writes nothing",
          "instrument", "ends what it has begun",
          "merge-audits", "reads audits, and writes one file, as verify does",
          "topic", "asks a broker, and ends");

  @TempDir private Path directory;

  @Test
  void every_command_is_tried_or_has_a_reason_why_not() {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    TreeSet<String> known = new TreeSet<>(OTHERS.keySet());
    SAID.keySet().forEach(line -> known.add(line.split(" ")[0]));

    assertThat(Main.commands(new Terminal(nowhere, nowhere, false)).getSubcommands().keySet())
        .containsExactlyInAnyOrderElementsOf(known);
  }

  @Test
  void ctrl_c_leaves_what_is_whole_and_says_it_in_one_line() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "there is no mkfifo");
    assumeTrue(!ignoresInterrupts(), "this process, and so its children, ignores Ctrl-C");
    Path chunks = chunks();
    ExecutorService pool = Executors.newFixedThreadPool(3);
    try {
      Map<String, Future<String>> faults = new TreeMap<>();
      SAID.forEach(
          (line, said) -> faults.put(line, pool.submit(() -> new Run(line, chunks).fault(said))));
      List<String> all = new ArrayList<>();
      for (Map.Entry<String, Future<String>> fault : faults.entrySet()) {
        if (fault.getValue().get() != null) {
          all.add(fault.getKey() + ": " + fault.getValue().get());
        }
      }
      assertThat(all).isEmpty();
    } finally {
      pool.shutdownNow();
    }
  }

  /** Whether SIGINT, number 2, is among the ignored signals, as in the background of a script. */
  private static boolean ignoresInterrupts() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      String mask = lines.filter(line -> line.startsWith("SigIgn:")).findFirst().orElse("x 0");
      return (Long.parseUnsignedLong(mask.split("\\s+")[1], 16) & 2) != 0;
    }
  }

  /** More bytes than a pipe and all buffers hold, so that who was given them has read some. */
  private Path chunks() throws IOException {
    Random random = new Random(3);
    byte[][] chunks = new byte[60][];
    for (int i = 0; i < chunks.length; i++) {
      byte[] text = new byte[15_000];
      random.nextBytes(text);
      String note = HexFormat.of().formatHex(text);
      Accounting.Builder accounting =
          new Accounting.Builder(7).name("p").sequence(i).emitted(3L * i + 3).times(0, 1L << 40);
      chunks[i] = Chunks.of(accounting.build(), Chunks.notes(3, note));
    }
    return Chunks.file(directory.resolve("chunks.slu"), chunks);
  }

  /** One command, and who writes to its pipe. */
  private final class Run {
    private final Path folder;
    private final Path out;
    private final Path chunks;
    private final List<String> words = new ArrayList<>();
    private final boolean isPiped;
    private final boolean isRun;

    Run(String line, Path chunks) throws IOException {
      this.chunks = chunks;
      folder = Files.createTempDirectory(directory, line.split(" ")[0]);
      out = folder.resolve("OUT");
      isPiped = line.contains(" IN");
      isRun = line.startsWith("run ");
      for (String word : line.split(" ")) {
        words.add(
            word.replace("OUT", out.toString())
                .replaceAll("^IN$", folder.resolve("in").toString())
                .replaceAll("^FILE$", chunks.toString())
                .replaceAll("^JAVA$", folder.resolve("java").toString()));
      }
    }

    /** What is wrong, or null. */
    String fault(String said) throws Exception {
      Process writer = isPiped ? writer() : null;
      if (isRun) {
        program();
      }
      Process process = command().start();
      try {
        await(writer, process);
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
          return "did not end";
        }
        List<String> lines = Files.readAllLines(folder.resolve("err"));
        List<String> ours =
            lines.stream().filter(line -> line.startsWith("sluice: interrupted: ")).toList();
        String line = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        boolean right = line.replace(out.toString(), "OUT").matches("sluice: interrupted: " + said);
        return process.exitValue() == 130 && ours.size() == 1 && right
            ? left(line)
            : process.exitValue() + " " + lines;
      } finally {
        process.destroyForcibly();
        if (writer != null) {
          writer.destroyForcibly();
        }
      }
    }

    private ProcessBuilder command() {
      List<String> command =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx128m",
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-XX:-UsePerfData",
                  "-Dsluice.home=" + folder,
                  "-cp",
                  System.getProperty("java.class.path"),
                  Main.class.getName()));
      command.addAll(words);
      return new ProcessBuilder(command)
          .redirectOutput(folder.resolve("printed").toFile())
          .redirectError(folder.resolve("err").toFile());
    }

    /** Writes all chunks and keeps the pipe open. */
    private Process writer() throws Exception {
      String pipe = folder.resolve("in").toString();
      new ProcessBuilder("mkfifo", pipe).start().waitFor();
      String script = "exec 3>" + pipe + "; cat " + chunks + " >&3; echo done; exec sleep 600";
      return new ProcessBuilder("sh", "-c", script).start();
    }

    /** A java that leaves a report when it is asked to end. */
    private void program() throws IOException {
      Path agent = Files.createDirectories(folder.resolve("agent"));
      Files.createFile(agent.resolve("sluice-agent-all.jar"));
      Path java = folder.resolve("java");
      Files.writeString(
          java,
          """
          #!/bin/sh
          [ "$1" = -version ] && echo 'openjdk version "17.0.1"' && exit
          report=$(sed -n 's/^report.copy=//p' "${1#*=options=}")
          trap 'echo emitted=7 > "$report"; kill $!; exit 143' TERM
          sleep 600 &
          echo started
          wait
          """);
      Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    }

    /** Until it is at work. */
    private void await(Process writer, Process process) throws Exception {
      if (writer != null) {
        new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))
            .readLine();
        return;
      }
      while (process.isAlive() && !isAtWork()) {
        process.waitFor(20, TimeUnit.MILLISECONDS);
      }
    }

    private boolean isAtWork() throws IOException {
      return Files.size(folder.resolve("printed")) > 0
          || Files.size(folder.resolve("err")) > 0
          || Files.exists(out);
    }

    private boolean isEmpty(Path place) {
      String[] names = place.toFile().list();
      return names == null ? !Files.exists(place) : names.length == 0;
    }

    /** What is wrong with what lies there now, or null. */
    private String left(String line) throws IOException {
      List<String> names;
      try (Stream<Path> files = Files.list(folder)) {
        names = files.map(file -> file.getFileName().toString()).sorted().toList();
      }
      if (names.stream().anyMatch(name -> name.endsWith(".part"))) {
        return "left " + names;
      }
      if (line.endsWith(NOTHING)) {
        return isEmpty(out) ? null : "left something half";
      }
      Matcher told =
          Pattern.compile("([\\d,]+) records(?: in ([\\d,]+) chunks)? are").matcher(line);
      if (!told.find() || line.contains("are sent to")) {
        return null;
      }
      long records = Long.parseLong(told.group(1).replace(",", ""));
      if (told.group(2) == null) {
        String printed = Files.readString(folder.resolve("printed"));
        return printed.endsWith("\n") && printed.lines().count() == records && records > 0
            ? null
            : printed.lines().count() + " lines are printed, said are " + records;
      }
      var audit = Verification.of(SourceSpec.of(out.toString())).audit();
      return audit.damaged() == 0
              && audit.records() == records
              && audit.chunks() == Long.parseLong(told.group(2).replace(",", ""))
          ? null
          : "said " + line + ", there are " + audit.records() + " in " + audit.chunks();
    }
  }
}
