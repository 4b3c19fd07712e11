package dev.sluice.cli.convert;

import picocli.CommandLine.Option;

/** Option for the target of chunks, shared by all commands that make a recording of others. */
final class OutputParameter {
  @Option(
      names = "--to",
      required = true,
      paramLabel = "TARGET",
      description = "New file, tcp://HOST:PORT or kafka://HOST:PORT/TOPIC for the result.")
  private String text;

  /** Returns a path, or the URI of a sink. */
  @Override
  public String toString() {
    return text;
  }
}
