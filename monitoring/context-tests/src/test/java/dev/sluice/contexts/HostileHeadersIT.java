package dev.sluice.contexts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.agent.it.Program;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that send very many trace ids, and fields that are wrong or huge, do no harm. */
@Tag("full")
class HostileHeadersIT {
  private static final int REQUESTS = Integer.getInteger("sluice.hostile", 4_000);
  private static final int WARM_UP = 1_000;
  private static final int CLIENTS = 8;
  private static final long MOST_BYTES = 8 << 20;

  @TempDir Path directory;
  private final Path java = Path.of(System.getProperty("java.home"));
  private final Map<String, Long> answers = new TreeMap<>();
  private BufferedReader out;
  private OutputStream in;

  private long[] figures() throws Exception {
    in.write('\n');
    in.flush();
    String[] words = out.readLine().split(" ");
    long[] figures = new long[words.length];
    for (int i = 0; i < words.length; i++) {
      figures[i] = Long.parseLong(words[i]);
    }
    return figures;
  }

  /** Returns how many were handled that have a valid trace id. */
  private long load(String[] ports, int requests, int seed) throws Exception {
    List<Callable<HostileHeaders>> tasks = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      boolean isJetty = i % 2 == 0;
      int port = Integer.parseInt(ports[i % 2]);
      HostileHeaders client = new HostileHeaders(port, isJetty ? 8_000 : 300_000, seed + i);
      tasks.add(
          () -> {
            client.send(requests / CLIENTS);
            return client;
          });
    }
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    long valid = 0;
    for (Future<HostileHeaders> done : clients.invokeAll(tasks)) {
      done.get().answers().forEach((answer, count) -> answers.merge(answer, count, Long::sum));
      valid += done.get().valid();
    }
    clients.shutdown();
    return valid;
  }

  @Test
  void they_cost_no_memory_and_nothing_is_thrown_and_what_was_recorded_is_read_in_bounds()
      throws Exception {
    Path classes =
        Path.of(HostileHeadersIT.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String libraries = System.getProperty("sluice.libraries") + "/*";
    Program program =
        Program.on(java, directory)
            .arguments("-Xmx64m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error")
            .losingNothing("**.Edge#handle;context=true")
            .arguments("-cp", classes + File.pathSeparator + libraries, "com.acme.chain.Edge");
    Process process = program.start();
    in = process.getOutputStream();
    out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String[] ports = out.readLine().split(" ");
    long valid = load(ports, WARM_UP, 1);
    long[] before = figures();
    valid += load(ports, REQUESTS, 100);
    long[] after = figures();
    in.close();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    String error = Files.readString(directory.resolve("err"));
    long handled = answers.get("valid 200") + answers.getOrDefault("hostile 200", 0L);
    System.out.printf(
        "heap %,d -> %,d bytes, threads %d -> %d, handled %,d, valid %,d, failures %d, answers %s%n",
        before[0], after[0], before[1], after[1], handled, valid, after[3], answers);

    assertThat(error).doesNotContain("sluice:", "Exception");
    assertThat(after[3]).as(error).isZero();
    assertThat(after[2]).isEqualTo(handled);
    assertThat(answers).doesNotContainKey("valid closed");
    assertThat(answers.keySet()).filteredOn(one -> one.startsWith("valid")).hasSize(1);
    assertThat(after[0]).isLessThan(before[0] + MOST_BYTES);
    assertThat(after[1]).isLessThan(before[1] + CLIENTS);
    assertThat(program.report())
        .content()
        .contains("balanced=true", "failed.classes=0", "dropped=0\n");

    String records = program.records().toString();
    assertThat(command("trace", records))
        .contains("%,d traces: %,d valid, 0 incomplete, 0 broken".formatted(handled, handled));
    if (REQUESTS > 10_000) {
      assertThat(command("top", records)).contains("Edge.handle()");
      assertThat(command("analyze", records, "-o", directory.resolve("report").toString()))
          .contains("report.html", "complete");
    }
  }

  /** What the command prints, in little memory. */
  private String command(String... arguments) throws Exception {
    String classes = System.getProperty("java.class.path");
    Path home = Files.createDirectories(directory.resolve(arguments[0]));
    long begin = System.nanoTime();
    Program.Result result =
        Program.on(java, home)
            .arguments("-Xmx128m", "-XX:+ExitOnOutOfMemoryError")
            .arguments("-cp", System.getProperty("surefire.test.class.path", classes))
            .arguments("dev.sluice.cli.Main")
            .arguments(arguments)
            .run();
    System.out.printf("%s: %,d ms%n", arguments[0], (System.nanoTime() - begin) / 1_000_000);
    assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    return result.out();
  }
}
