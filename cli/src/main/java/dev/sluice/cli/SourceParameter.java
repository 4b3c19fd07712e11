package dev.sluice.cli;

import picocli.CommandLine.Parameters;

/** The one parameter of every command that reads. */
final class SourceParameter {
  @Parameters(
      paramLabel = "SOURCE",
      description = {
        "Where to read: a file, a directory of segments or a glob;",
        "file:PATH; kafka://HOST:PORT/TOPIC; or tcp://HOST:PORT, where the",
        "command listens until its writers have gone. Options follow a",
        "question mark: kafka://broker:9092/topic?from=beginning"
      })
  private String text;

  Source open(boolean follow, Terminal terminal) {
    return Source.of(text, follow, terminal);
  }
}
