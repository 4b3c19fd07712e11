package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.testkit.Seeds;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.NewFile;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No command makes a recording that looks better than its source: if the source is not complete,
 * the result is not either, or the command ends with exit code 1 and says what was wrong.
 */
class KeptVerdictTest {
  private static final int SEEDS = 60;
  private static final int MAX_FAILURES = 20;

  private static final List<String> FORMS =
      List.of("jsonl", "csv", "parquet", "perfetto", "otlp", "collapsed", "pprof");

  @TempDir private Path directory;
  private final List<String> failures = new ArrayList<>();

  /** How the commands ended, by what the source was. */
  private final Map<String, Integer> ends = new TreeMap<>();

  private Path key;
  private Random random;
  private long seed;
  private DamagedSource source;
  private String options;

  /** The part of the options that sets how many producers an audit knows. */
  private String limit;

  /** Where results go. */
  private Path results;

  @Test
  void result_is_never_better_than_its_source() throws IOException {
    String line = Base64.getEncoder().encodeToString(DamagedSource.KEY);
    key = Files.writeString(directory.resolve("key"), line + "\n");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    long first = Seeds.first("Kept verdicts");
    int seeds = Seeds.count(SEEDS);
    for (seed = first; seed < first + seeds && failures.size() < MAX_FAILURES; seed++) {
      check(directory.resolve("seed" + seed));
    }
    System.out.println("Kept verdicts: " + ends);
    assertThat(failures).as("verdicts that were better than that of their source").isEmpty();
    if (seeds >= SEEDS) {
      for (String name : List.of("cut", "compact", "merge", "convert", "export")) {
        assertThat(ends).containsKeys(name + " complete 0", name + " incomplete 1");
      }
      assertThat(ends).containsKeys("cut incomplete 0", "compact incomplete 0");
    }
  }

  private void check(Path place) throws IOException {
    random = new Random(seed * 0x9E3779B97F4A7C15L);
    Files.createDirectory(place);
    Path records = place.resolve("records");
    results = Files.createDirectory(place.resolve("results"));
    source = new DamagedSource(random, records);
    limit = random.nextInt(10) == 0 ? "?max.producers=1" : "";
    options = source.signed ? (limit.isEmpty() ? "?" : limit + "&") + "verify.key=" + key : limit;
    String all = "file:" + records + options;
    String one = random.nextBoolean() ? all : "file:" + source.files.get(0) + options;
    cut(one);
    compact(one);
    if (limit.isEmpty()) {
      merge(all); // which producers are forgotten depends on the order
    }
    if (random.nextBoolean()) {
      convert(one);
    } else {
      export(one, FORMS.get(random.nextInt(FORMS.size())));
    }
    NewFile.delete(place);
  }

  private void cut(String one) throws IOException {
    List<Object> words = new ArrayList<>(List.of("cut", one));
    Predicate<ProducerAudit> selected = producer -> true;
    if (random.nextInt(3) > 0) {
      words.addAll(List.of("--type", DamagedSource.TYPES.get(random.nextInt(3)).name()));
    }
    if (random.nextInt(3) == 0) {
      words.addAll(List.of("--from", time(), "--until", time()));
    }
    // Of other producers no body is read.
    if (!source.hasUnreadable && (words.size() == 2 || random.nextInt(4) == 0)) {
      Audit audit = audit(one);
      if (audit != null && !audit.producers().isEmpty()) {
        ProducerAudit chosen = audit.producers().get(random.nextInt(audit.producers().size()));
        boolean byName = chosen.name() != null && random.nextBoolean();
        words.addAll(List.of("--producer", byName ? chosen.name() : chosen.id()));
        selected =
            each -> byName ? chosen.name().equals(each.name()) : chosen.id().equals(each.id());
      }
    }
    Audit before = audit(one);
    if (before != null) {
      List<ProducerAudit> producers = before.producers().stream().filter(selected).toList();
      before =
          new Audit(
              before.chunks(),
              before.records(),
              before.damaged(),
              before.skippedBytes(),
              before.forgotten(),
              producers);
    }
    Path to = results.resolve("cut.slu");
    words.addAll(List.of("--to", to));
    run("cut", before, words, to, true);
  }

  private void compact(String one) throws IOException {
    Path to = results.resolve("compact.slu");
    int records = 1 + random.nextInt(20);
    run(
        "compact",
        audit(one),
        List.of("compact", one, "--chunk-records", records, "--to", to),
        to,
        true);
  }

  private void merge(String all) throws IOException {
    Path to = results.resolve("merge.slu");
    List<Object> words = new ArrayList<>(List.of("merge"));
    source.files.forEach(file -> words.add("file:" + file + options));
    words.addAll(List.of("--to", to));
    run("merge", audit(all), words, to, true);
  }

  private void convert(String one) throws IOException {
    Path to = results.resolve("convert.slu");
    boolean chunks = random.nextInt(3) > 0;
    run(
        "convert",
        audit(one),
        List.of("convert", one, "--to", chunks ? to : "kieker:" + to),
        to,
        chunks);
  }

  private void export(String one, String form) throws IOException {
    Path to = results.resolve(form);
    List<Object> words = new ArrayList<>(List.of("export", one, "--to", form + ":" + to));
    if (form.equals("csv")) {
      words.addAll(List.of("--type", "app.call"));
    }
    run("export", audit(one), words, to, false);
  }

  private String time() {
    return Instant.ofEpochSecond(0, DamagedSource.START + random.nextInt(DamagedSource.SPAN))
        .toString();
  }

  /** What verify says of a source; null if it holds no chunk. */
  private static Audit audit(String source) throws IOException {
    try {
      return Verification.of(SourceSpec.of(source)).audit();
    } catch (ToolException e) {
      return null;
    }
  }

  /** Runs a command, which makes chunks, or what cannot be verified. */
  private void run(String name, Audit before, List<Object> words, Path to, boolean chunks)
      throws IOException {
    Shell.Said said = Shell.say(words.toArray());
    int code = said.code();
    String text = said.out() + said.err();
    boolean complete = before != null && before.complete();
    if (!Files.exists(to)) {
      return; // refused
    }
    ends.merge(name + (complete ? " complete " : " incomplete ") + code, 1, Integer::sum);
    String fault = null;
    if (before == null) {
      fault = "made something of nothing";
    } else if (complete) {
      boolean same = name.equals("compact") && limit.isEmpty(); // forgotten by order
      fault = same && (code == 1 || !audit("file:" + to + limit).complete()) ? "is worse" : null;
    } else if (code == 1) {
      fault = reasons(before).stream().noneMatch(text::contains) ? "says no reason" : null;
    } else if (!chunks) {
      fault = isRunning(before) && text.contains("without an end") ? null : "exit code 0";
    } else if (audit("file:" + to + limit).complete()) {
      fault = "is complete";
    } else if (isBetter(audit("file:" + to + limit), before)) {
      fault = "has a producer that is complete";
    }
    if (fault != null) {
      failures.add(
          "%nseed %s: %s %s%n%s%nof %s".formatted(seed, name, fault, text.strip(), words, before));
    }
  }

  private static boolean isBetter(Audit result, Audit source) {
    return source.forgotten() == 0
        && source.producers().stream()
            .filter(each -> !each.complete())
            .anyMatch(
                each ->
                    result.producers().stream()
                        .anyMatch(kept -> kept.id().equals(each.id()) && kept.complete()));
  }

  /** Whether nothing is wrong but that producers have no end, which may be still to come. */
  private static boolean isRunning(Audit audit) {
    return reasons(audit).equals(List.of("end"));
  }

  /** Words of which one must be there. */
  private static List<String> reasons(Audit audit) {
    Map<String, Boolean> all = new TreeMap<>();
    all.put("damage", audit.damaged() > 0);
    all.put("cannot be read", audit.damaged() > 0);
    all.put("forgotten", audit.forgotten() > 0);
    for (ProducerAudit each : audit.producers()) {
      all.merge("missing", each.gaps() > 0, Boolean::logicalOr);
      all.merge("conflict", each.conflicts() > 0, Boolean::logicalOr);
      all.merge("rejected", each.rejected() > 0, Boolean::logicalOr);
      all.merge("dropped", each.dropped().total() > 0, Boolean::logicalOr);
      all.merge("end", !each.ended(), Boolean::logicalOr);
      boolean whole = each.gaps() == 0;
      all.merge("emitted but in no chunk", whole && each.unaccounted() > 0, Boolean::logicalOr);
      all.merge("more than emitted", each.unaccounted() < 0, Boolean::logicalOr);
    }
    return all.keySet().stream().filter(all::get).toList();
  }
}
