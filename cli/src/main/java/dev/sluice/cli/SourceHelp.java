package dev.sluice.cli;

import java.util.ArrayList;
import java.util.List;

/** The help page about SOURCE, which all commands that read one share. */
public final class SourceHelp {
  /** Word after {@code help} that asks for this page. */
  static final String TOPIC = "source";

  private SourceHelp() {}

  /** Returns the page; examples begin with two blanks and the command. */
  public static List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("SOURCE is where a command reads records: a path, or the URI of a medium.");
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
            "If a name is wrong, the error message suggests the nearest one.",
            "",
            "--config FILE",
            "    Properties file with further options, for example sluice.kafka.sasl.jaas.config=…. It",
            "    keeps secrets out of the process list. Options of the command line override it.",
            "--plugins JAR",
            "    Third-party media and serializers; SLUICE_PLUGINS names jars for all commands.",
            "--from TIME, --until TIME",
            "    A time is 2026-11-22T10:00:00Z, ends with an offset such as +01:00, or is a time span",
            "    before now: -15m, -36h, -7d. Data before --from, and data of --until or later, is",
            "    skipped. stats, inspect, replay, merge, compact and tune check whole chunks, other",
            "    commands each record. Data without a time is kept.",
            "",
            "A command reads to the end that the source had at the start. With --follow it waits for",
            "more, if it has this option. With tcp: it listens until its writers disconnect:",
            "tcp://:9931 accepts only this machine, tcp://0.0.0.0:9931?token.file=FILE others, too."));
    return lines;
  }
}
