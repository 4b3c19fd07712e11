package dev.sluice.cli.oracle;

import dev.sluice.api.chunk.Chunk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Draws a program and ways from a seed and compares all answers with what happened. */
final class Oracle {
  private static final int[] SIZES = {1, 7, 7, 7, 1_000, 100_000};

  /** Ways on which all answers are right today. */
  private static final Way[] WAYS =
      Boolean.getBoolean("sluice.ways.all")
          ? Way.values()
          : new Way[] {Way.BY_PRODUCER, Way.COMPACTED, Way.CUT_AND_MERGED};

  private static final String REPLAY =
      "again: ./mvnw -pl cli -am verify -DskipITs -Dskip.jdk25 -Dtest=OracleTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dsluice.seed=%d";

  private Oracle() {}

  static void check(long seed, Path directory) {
    Program program = new Program(seed);
    if (new Truth(program).operations.isEmpty()) {
      return; // commands refuse a recording without operations
    }
    Random random = Program.random(seed, "ways");
    int size = SIZES[random.nextInt(SIZES.length)];
    List<Way> ways = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      ways.add(WAYS[random.nextInt(WAYS.length)]);
    }
    try {
      ask(
          program,
          source(program, size, ways, random, directory),
          Program.random(seed, "questions"));
    } catch (AssertionError | RuntimeException | IOException e) {
      throw new AssertionError(
          "seed %d, chunks of %d %s: %s%n%s%n"
              .formatted(seed, size, ways, e.getMessage(), REPLAY.formatted(seed)),
          e);
    }
  }

  private static Path source(
      Program program, int size, List<Way> ways, Random random, Path directory) throws IOException {
    List<Chunk> chunks = Recording.chunks(program, size, random);
    for (Way way : ways) {
      chunks = way.order(chunks, random);
    }
    Path file = Recording.write(directory.resolve("records"), chunks);
    for (Way way : ways) {
      file = way.through(program, file, random);
    }
    return file;
  }

  /** Two questions each time, and one of the others. */
  private static void ask(Program program, Path file, Random random) throws IOException {
    Question[] all = Question.values();
    Question third = all[2 + random.nextInt(all.length - 2)];
    for (Question question : List.of(Question.TRACE, Question.TOP, third)) {
      try {
        question.ask(program, file, random);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(question + ": " + e.getMessage(), e);
      }
    }
  }
}
