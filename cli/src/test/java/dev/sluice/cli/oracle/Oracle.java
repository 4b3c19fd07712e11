package dev.sluice.cli.oracle;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;

/** Draws a program and ways from a seed and compares all answers with what happened. */
final class Oracle {
  private static final String REPLAY =
      "again: ./mvnw -pl cli -am verify -DskipITs -Dskip.jdk25 -Dtest=OracleTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dsluice.seed=%d";

  private static final List<Question> OTHERS =
      List.copyOf(EnumSet.range(Question.ANALYZE, Question.COMPARE));

  /** Of which one has draws of its own. */
  private static final List<Question> LATER =
      List.copyOf(EnumSet.range(Question.PERFETTO, Question.CSV));

  private Oracle() {}

  /** What the seed draws; null if nothing of an operation came, which commands refuse. */
  static Program program(long seed) {
    Program program = new Program(seed);
    return new Truth(program).operations.isEmpty() ? null : program;
  }

  /** Asks about what the seed draws. */
  static void check(long seed, Path directory) {
    Program program = program(seed);
    if (program == null) {
      return;
    }
    Journey journey = new Journey(seed);
    try {
      Path source = journey.source(program, directory);
      ask(program, source, directory, Program.random(seed, "questions"));
      Random later = Program.random(seed, "later questions");
      if (later.nextInt(4) == 0) {
        ask(LATER.get(later.nextInt(LATER.size())), program, source, directory, later);
      }
      Random findings = Program.random(seed, "findings");
      if (findings.nextInt(4) == 0) {
        ask(Question.FINDINGS, program, source, directory, findings);
      }
      Random restored = Program.random(seed, "restored");
      if (restored.nextInt(4) == 0) {
        ask(Question.RESTORED, program, source, directory, restored);
      }
    } catch (AssertionError | RuntimeException | IOException e) {
      throw new AssertionError(
          "seed %d, %s: %s%n%s%n".formatted(seed, journey, e.getMessage(), REPLAY.formatted(seed)),
          e);
    }
  }

  /** Two questions each time, and one of the others. */
  private static void ask(Program program, Path source, Path scratch, Random random)
      throws IOException {
    Question third = OTHERS.get(random.nextInt(OTHERS.size()));
    for (Question question : List.of(Question.TRACE, Question.TOP, third)) {
      ask(question, program, source, scratch, random);
    }
  }

  private static void ask(
      Question question, Program program, Path source, Path scratch, Random random)
      throws IOException {
    try {
      question.ask(program, source, scratch, random);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(question + ": " + e.getMessage(), e);
    }
  }
}
