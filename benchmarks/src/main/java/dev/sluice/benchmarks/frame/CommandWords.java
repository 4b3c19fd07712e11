package dev.sluice.benchmarks.frame;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The command as it can be typed again, without where its results go. */
final class CommandWords {
  private static final List<String> PLACES = List.of("--output", "--json", "--debug");

  private CommandWords() {}

  /** With the options in the order in which they are declared. */
  static String of(CommandSpec spec) {
    List<String> words = new ArrayList<>(List.of("./sluice", "bench", spec.name()));
    ParseResult parsed = spec.commandLine().getParseResult();
    for (OptionSpec option : spec.options()) {
      if (parsed.hasMatchedOption(option) && !PLACES.contains(option.longestName())) {
        words.add(option.longestName());
        if (option.arity().max() > 0) {
          words.add(String.join(",", option.originalStringValues()));
        }
      }
    }
    for (ArgSpec positional : spec.positionalParameters()) {
      List<String> values = positional.originalStringValues();
      if (values.stream().anyMatch(value -> value.startsWith("-"))) {
        words.add("--");
      }
      words.addAll(values);
    }
    return String.join(" ", words.stream().map(CommandWords::quoted).toList());
  }

  private static String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
