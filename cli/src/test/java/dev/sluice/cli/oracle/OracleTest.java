package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testkit.Seeds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs whose truth is known, asked on every way that must not matter, from {@link Seeds}. */
@Tag("one-jdk")
class OracleTest {
  private static final int SEEDS = 200;
  private static final int MAX_FAILURES = 20;

  /** Draws one producer of executions that all came, with names that a compiler gives. */
  private static final long WHOLE = 51;

  @TempDir private Path directory;

  @Test
  void every_answer_is_what_happened_on_whatever_way_it_came() {
    long first = Seeds.first("Oracle");
    int seeds = Seeds.count(Seeds.amount(SEEDS / 4, SEEDS));
    List<String> failures = new ArrayList<>();
    for (long seed = first; seed < first + seeds && failures.size() < MAX_FAILURES; seed++) {
      ask(seed, failures);
    }
    assertThat(failures).as("differences").isEmpty();
  }

  @Test
  void seeds_that_found_a_fault_once_find_none_again() throws IOException {
    List<String> failures = new ArrayList<>();
    try (InputStream kept = OracleTest.class.getResourceAsStream("seeds.txt")) {
      new String(kept.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(line -> ask(Long.parseLong(line.split(" ")[0]), failures));
    }
    assertThat(failures).as("differences").isEmpty();
  }

  @Test
  void repeated_calls_are_counted_of_programs_whose_calls_take_long() throws IOException {
    int repeated = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Program program = new Program(seed, true);
      if (!new Truth(program).operations.isEmpty()) {
        Random random = Program.random(seed, "slow");
        Path file =
            Recording.write(
                directory.resolve("records"),
                Recording.chunks(program, 1 + random.nextInt(100), random));
        Question.FINDINGS.ask(program, file, directory, random);
        repeated += FindingsCheck.repeated(program);
      }
    }
    assertThat(repeated).isGreaterThan(SEEDS / 4);
  }

  @Test
  void another_caller_gives_another_request() throws IOException {
    int called = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Program program = new Program(seed);
      List<Call.Tree> trees = program.calls ? Remotes.called(program) : List.of();
      called += trees.size();
      if (!trees.isEmpty()) {
        Random random = Program.random(seed, "ways");
        Path file =
            Recording.write(directory.resolve("records"), Recording.chunks(program, 7, random));
        Question.TRACE.ask(program, file, directory, random);
        trees.get(0).caller = null;
        assertThatThrownBy(() -> Question.TRACE.ask(program, file, directory, random))
            .as("seed %d", seed)
            .isInstanceOf(AssertionError.class);
      }
    }
    assertThat(called).isGreaterThan(SEEDS / 2);
  }

  @Test
  void messages_that_another_took_give_another_answer() throws IOException {
    int taken = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Program program = new Program(seed);
      List<Call.Tree> trees =
          Verdict.of(program).stream()
              .filter(verdict -> verdict.whole)
              .map(verdict -> verdict.tree)
              .filter(tree -> tree.taken.stream().anyMatch(one -> one.record().came()))
              .toList();
      taken += trees.size();
      if (!trees.isEmpty()) {
        Random random = Program.random(seed, "ways");
        Path file =
            Recording.write(directory.resolve("records"), Recording.chunks(program, 7, random));
        for (Question question : List.of(Question.TRACE, Question.OTLP)) {
          question.ask(program, file, directory, random);
          List<Messages.Taken> all = List.copyOf(trees.get(0).taken);
          Emission came =
              all.stream().map(Messages.Taken::record).filter(Emission::came).findFirst().get();
          trees.get(0).taken.add(new Messages.Taken(null, 1, 2, came));
          assertThatThrownBy(() -> question.ask(program, file, directory, random))
              .as("%s of seed %d", question, seed)
              .isInstanceOf(AssertionError.class);
          trees.get(0).taken.retainAll(all);
        }
      }
    }
    assertThat(taken).isGreaterThan(SEEDS / 20);
  }

  /** A check that cannot fail is none. */
  @ParameterizedTest
  @EnumSource
  void another_program_gives_another_answer(Question question) throws IOException {
    Program program = new Program(WHOLE);
    Path file =
        Recording.write(
            directory.resolve("records"),
            Recording.chunks(program, 7, Program.random(WHOLE, "ways")));
    question.ask(program, file, directory, Program.random(WHOLE, "questions"));
    Producer producer = program.producers.get(0);
    producer.emitted.remove(0);
    Call root = producer.trees.get(0).calls.get(0);
    root.end += 100;
    assertThatThrownBy(
            () -> question.ask(program, file, directory, Program.random(WHOLE, "questions")))
        .isInstanceOf(AssertionError.class);
  }

  private void ask(long seed, List<String> failures) {
    try {
      Oracle.check(seed, directory);
    } catch (AssertionError e) {
      failures.add(e.getMessage());
    }
  }
}
