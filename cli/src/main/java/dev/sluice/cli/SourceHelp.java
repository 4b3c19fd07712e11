package dev.sluice.cli;

import java.util.ArrayList;
import java.util.List;

/** What a SOURCE is, told once for all commands that read one. */
public final class SourceHelp {
  /** Behind the word help. */
  static final String TOPIC = "source";

  private SourceHelp() {}

  /** The page; examples begin with two blanks and the command. */
  public static List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("SOURCE is where a command reads: a path, or the URI of a medium.");
    lines.add("");
    lines.addAll(
        List.of(
            "  sluice cat records.slu",
            "  sluice cat records --from 2026-11-22T10:00:00Z --until 2026-11-22T10:05:00Z",
            "  sluice cat 'kafka://broker:9092/records?from=beginning'",
            "",
            "Paths: a file of chunks, a directory of segments, or a glob in quotes, 'records/*.slu'.",
            "URIs:"));
    new SourceParameter.Forms().forEach(form -> lines.add("  " + form));
    lines.addAll(
        List.of(
            "",
            "Options follow a question mark, ?NAME=VALUE&NAME=VALUE; docs/configuration.md lists them.",
            "A wrong name is told with the nearest one.",
            "",
            "--config FILE",
            "    More options in a properties file, as sluice.kafka.sasl.jaas.config=…: the list of",
            "    processes does not show secrets in it. What the command line says overrides it.",
            "--plugins JAR",
            "    Media and serializers of your own; SLUICE_PLUGINS names jars for all commands.",
            "--from TIME, --until TIME",
            "    2026-11-22T10:00:00Z, with an offset as +01:00, or a span before now: -15m, -36h, -7d.",
            "    What is older than the first, or of the second or later, is left out. stats, inspect,",
            "    replay, merge, compact and tune check whole chunks, other commands each record. Data",
            "    without a time is kept.",
            "",
            "A command reads to the end that it found at the start; with --follow, where there is such",
            "an option, it waits for more. With tcp: it listens until its writers have gone, tcp://:9931",
            "for this machine alone, tcp://0.0.0.0:9931?token.file=FILE for others, too."));
    return lines;
  }
}
