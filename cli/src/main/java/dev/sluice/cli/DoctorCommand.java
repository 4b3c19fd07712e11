package dev.sluice.cli;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.tools.doctor.Diagnosis;
import dev.sluice.tools.doctor.Doctor;
import dev.sluice.tools.recordings.NewFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells whether a sink or a source can be used. */
@Command(
    name = "doctor",
    description = "Check a sink or a source: what is wrong, and what to do. Changes nothing.",
    footer = {
      "",
      "Name, port, TLS, login, topic, ACLs, limits, retention, clock; of files",
      "permissions, space, lock, file system; this Java. Each line needs those",
      "before it; where one fails, those behind it are not checked. Takes 10 s at",
      "most. A TCP reader notes in its log that it refused a connection.",
      "",
      "  sluice doctor kafka://broker:9092/records",
      "  sluice doctor file:records",
      "  sluice doctor file:records --for read --json",
      "",
      "Exit code: 0 nothing failed, there may be warnings; 1 something failed;",
      "2 wrong usage."
    })
final class DoctorCommand extends TerminalCommand {
  private static final String PRINT = "-";

  @Parameters(
      paramLabel = "URI",
      completionCandidates = SinkParameter.Forms.class,
      description = {
        "The sink as the agent gets it, or the source: a path, or",
        "${COMPLETION-CANDIDATES}; options follow a question mark."
      })
  private String uri;

  @Option(
      names = "--for",
      paramLabel = "USE",
      description = "What it is for: 'write', as a monitored program does (default), or 'read'.")
  private Use use = Use.WRITE;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      arity = "0..1",
      fallbackValue = PRINT,
      description = "Print one JSON object, or write it to a file.")
  private String json;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = {
        "A properties file with options, as sluice.kafka.sasl.jaas.config=…: the",
        "list of processes does not show secrets in it."
      })
  private Path config;

  @Option(
      names = PluginRunner.OPTION,
      paramLabel = "JAR[|JAR]…",
      hideParamSyntax = true,
      split = "\\|",
      description = "A jar with a third-party medium. May be repeated.")
  private List<Path> plugins;

  private enum Use {
    WRITE,
    READ
  }

  @Override
  public Integer call() throws IOException {
    Options options =
        config == null ? new Options(Map.of()) : ConfigurationSources.ofFile(config).offered();
    Endpoint endpoint = Endpoint.parse(uri, options);
    Diagnosis diagnosis = use == Use.WRITE ? Doctor.ofSink(endpoint) : Doctor.ofSource(endpoint);
    if (PRINT.equals(json)) {
      diagnosis.write(terminal.out());
      return ExitCode.of(diagnosis.isHealthy());
    }
    if (json != null) {
      NewFile.replace(Path.of(json), diagnosis::write);
    }
    diagnosis.print(terminal.printer());
    return ExitCode.of(diagnosis.isHealthy());
  }
}
