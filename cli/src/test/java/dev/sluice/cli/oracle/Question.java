package dev.sluice.cli.oracle;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** What a recording is asked; the answer is compared with what happened. */
enum Question {
  TRACE {
    @Override
    void ask(Program program, Path file, Random random) {
      int none = Verdict.of(program).isEmpty() ? 1 : 0;
      new TraceCheck(program).check(Shell.json(none, "trace", file, "--json", "--slowest", 10_000));
    }
  },

  TOP {
    @Override
    void ask(Program program, Path file, Random random) {
      new TopCheck(program).check(Shell.json(0, "top", file, "--json"));
    }
  },

  ANALYZE {
    @Override
    void ask(Program program, Path file, Random random) throws IOException {
      Path report = fresh(file, "report");
      Shell.run(0, "analyze", file, "-o", report, "--threads", 1 + random.nextInt(4));
      Report.check(program, report);
    }
  },

  OTLP {
    @Override
    void ask(Program program, Path file, Random random) throws IOException {
      Spans.check(program, export("otlp", file));
    }
  },

  COLLAPSED {
    @Override
    void ask(Program program, Path file, Random random) throws IOException {
      Path export = export("collapsed", file);
      if (allValid(program)) {
        Paths.collapsed(program, export);
      }
    }
  },

  PPROF {
    @Override
    void ask(Program program, Path file, Random random) throws IOException {
      Path export = export("pprof", file);
      if (allValid(program)) {
        Paths.pprof(program, export);
      }
    }
  },

  JSON_LINES {
    @Override
    void ask(Program program, Path file, Random random) throws IOException {
      Records.lines(program, Files.readAllLines(export("jsonl", file)));
    }
  },

  VERIFY {
    @Override
    void ask(Program program, Path file, Random random) throws IOException {
      boolean whole = program.producers.stream().allMatch(Producer::whole);
      Records.audit(
          program, new ObjectMapper().readTree(Shell.run(whole ? 0 : 1, "verify", file, "--json")));
    }
  };

  /** Asks and compares. */
  abstract void ask(Program program, Path file, Random random) throws IOException;

  private static boolean allValid(Program program) {
    return Verdict.of(program).stream().allMatch(verdict -> verdict.valid);
  }

  private static Path export(String form, Path file) throws IOException {
    Path to = fresh(file, form);
    Shell.run(0, "export", file, "--to", form + ":" + to);
    return to;
  }

  /** A path at which nothing is. */
  static Path fresh(Path file, String name) throws IOException {
    Path fresh = file.resolveSibling("fresh-" + name);
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
