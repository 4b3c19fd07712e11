package dev.sluice.cli.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.CommandProvider;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import picocli.CommandLine;

/**
 * Runs commands in this JVM. Most are made alone: to make all of {@code sluice} takes longer than
 * to answer.
 */
final class Shell {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, ServiceLoader.Provider<CommandProvider>> PROVIDERS =
      new HashMap<>();

  static {
    Terminal nowhere = new Terminal(new ByteArrayOutputStream(), System.err, false);
    ServiceLoader.load(CommandProvider.class).stream()
        .forEach(
            provider -> PROVIDERS.put(provider.get().command(nowhere).getCommandName(), provider));
  }

  private Shell() {}

  /** What a command said. */
  record Said(int code, String out, String err) {}

  /** What a command printed, which must end with that exit code. */
  static String run(int expected, Object... args) {
    Said said = say(args);
    if (said.code != expected) {
      throw new AssertionError(
          "sluice "
              + Arrays.toString(args)
              + " ended with "
              + said.code
              + ": "
              + said.err
              + said.out);
    }
    return said.out;
  }

  /** Runs a command, however it ends. */
  static Said say(Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    String[] words = Arrays.stream(args).map(Object::toString).toArray(String[]::new);
    int code = run(new Terminal(out, errors, false), errors, words);
    return new Said(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static int run(Terminal terminal, PrintStream errors, String... words) {
    ServiceLoader.Provider<CommandProvider> provider = PROVIDERS.get(words[0]);
    if (provider == null) {
      return Main.run(terminal, words);
    }
    CommandLine command = provider.get().command(terminal);
    command.setErr(new PrintWriter(errors, true, StandardCharsets.UTF_8));
    return command.execute(Arrays.copyOfRange(words, 1, words.length));
  }

  /** The same as JSON. */
  static JsonNode json(int expected, Object... args) {
    try {
      return JSON.readTree(run(expected, args));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
