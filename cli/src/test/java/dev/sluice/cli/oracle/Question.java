package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.record.RecordType;
import dev.sluice.streams.Audit;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What a recording is asked; the answer is compared with what happened. */
enum Question {
  TRACE {
    @Override
    void ask(Program program, Object source, Path scratch, Random random) {
      int none = Verdict.of(program).isEmpty() ? 1 : 0;
      Object[] words = {"trace", source, "--json", "--slowest", 10_000, "--timeout", ""};
      words[words.length - 1] = program.timeout();
      JsonNode said = Shell.json(none, words);
      new TraceCheck(program).check(said);
      if (!program.foreign) {
        Remotes.check(program, said);
      }
      if (program.pauses) {
        words[words.length - 1] = "5m";
        JsonNode answer = Shell.json(none, words);
        if (program.inOrder) {
          new TraceCheck(program).checkTimedOut(answer, Duration.ofMinutes(5));
        } else {
          new TraceCheck(program).checkGivenUp(answer, Duration.ofMinutes(5));
        }
      }
    }
  },

  TOP {
    @Override
    void ask(Program program, Object source, Path scratch, Random random) {
      new TopCheck(program)
          .check(Shell.json(0, "top", source, "--json", "--timeout", program.timeout()));
    }
  },

  ANALYZE {
    @Override
    void ask(Program program, Object source, Path scratch, Random random) throws IOException {
      Path report = fresh(scratch, "report");
      int threads = 1 + random.nextInt(4);
      String timeout = program.timeout();
      Object[] words = {
        "analyze", source, "-o", report, "--threads", threads, "--timeout", timeout
      };
      Shell.run(0, Stream.concat(Stream.of(words), Stream.of("--with-warm-up")).toArray());
      Report.check(program, report);
    }
  },

  OTLP {
    @Override
    void ask(Program program, Object source, Path scratch, Random random) throws IOException {
      Spans.check(program, export("otlp", program, source, scratch));
    }
  },

  COLLAPSED {
    @Override
    void ask(Program program, Object source, Path scratch, Random random) throws IOException {
      Path export = export("collapsed", program, source, scratch);
      if (allValid(program)) {
        Paths.collapsed(program, export);
      }
    }
  },

  PPROF {
    @Override
    void ask(Program program, Object source, Path scratch, Random random) throws IOException {
      Path export = export("pprof", program, source, scratch);
      if (allValid(program)) {
        Paths.pprof(program, export);
      }
    }
  },

  JSON_LINES {
    @Override
    void ask(Program program, Object source, Path scratch, Random random) throws IOException {
      Records.lines(program, Files.readAllLines(export("jsonl", program, source, scratch)));
    }
  },

  VERIFY {
    @Override
    void ask(Program program, Object source, Path scratch, Random random) throws IOException {
      boolean whole = program.producers.stream().allMatch(Producer::whole);
      Records.audit(
          program,
          new ObjectMapper().readTree(Shell.run(whole ? 0 : 1, "verify", source, "--json")));
    }
  },

  COMPARE {
    @Override
    void ask(Program program, Object source, Path scratch, Random random) {
      if (Verdict.of(program).stream().anyMatch(verdict -> verdict.valid)) {
        CompareCheck.check(
            program,
            Shell.json(
                0,
                "compare",
                source,
                source,
                "--json",
                "--with-warm-up",
                "--timeout",
                program.timeout()));
      }
    }
  },

  PERFETTO {
    @Override
    void ask(Program program, Object source, Path scratch, Random random) throws IOException {
      Path export = export("perfetto", program, source, scratch);
      // Slices of a track cannot begin before others did; names are those of a compiler.
      if (allValid(program) && !program.backwards && !program.hostile) {
        Slices.check(program, export);
      }
    }
  },

  CSV {
    @Override
    void ask(Program program, Object source, Path scratch, Random random) throws IOException {
      for (RecordType type : Records.types(program)) {
        Path to = fresh(scratch, "csv");
        Shell.run(exportCode(source), "export", source, "--to", "csv:" + to, "--type", type.name());
        Records.csv(program, type, Files.readString(to));
      }
    }
  },

  FINDINGS {
    @Override
    void ask(Program program, Object source, Path scratch, Random random) {
      String timeout = program.timeout();
      FindingsCheck.check(
          program,
          Shell.json(0, "findings", source, "--json", "--with-warm-up", "--timeout", timeout));
    }
  },

  RESTORED {
    @Override
    void ask(Program program, Object source, Path scratch, Random random) throws IOException {
      Path straight = fresh(scratch, "straight");
      Restored.report(program, source, UnaryOperator.identity(), straight);
      Path restored = fresh(scratch, "restored");
      Restored.report(program, source, stage -> new Restored<>(stage, random), restored);
      for (String file : List.of("operations.csv", "components.dot", "report.json")) {
        assertThat(restored.resolve(file)).as(file).hasSameTextualContentAs(straight.resolve(file));
      }
      Report.check(program, restored);
    }
  };

  /**
   * Asks and compares.
   *
   * @param source as the command takes it
   * @param scratch a directory for what it writes
   */
  abstract void ask(Program program, Object source, Path scratch, Random random) throws IOException;

  private static boolean allValid(Program program) {
    return Verdict.of(program).stream().allMatch(verdict -> verdict.valid);
  }

  private static Path export(String form, Program program, Object source, Path scratch)
      throws IOException {
    Path to = fresh(scratch, form);
    int code = exportCode(source);
    Shell.run(code, "export", source, "--to", form + ":" + to, "--timeout", program.timeout());
    return to;
  }

  /** How an export ends: what is known to be lost is an error, a missing end is none. */
  static int exportCode(Object source) throws IOException {
    Audit audit = Verification.of(SourceSpec.of(source.toString())).audit();
    return dev.sluice.tools.recordings.Verdict.isLossless(audit) ? 0 : 1;
  }

  /** A path at which nothing is. */
  static Path fresh(Path scratch, String name) throws IOException {
    Path fresh = scratch.resolve(name);
    if (Files.exists(fresh)) {
      try (Stream<Path> all = Files.walk(fresh)) {
        List<Path> deepest = all.sorted(Comparator.reverseOrder()).toList();
        for (Path one : deepest) {
          Files.delete(one);
        }
      }
    }
    return fresh;
  }
}
