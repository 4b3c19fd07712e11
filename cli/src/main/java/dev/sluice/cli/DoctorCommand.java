package dev.sluice.cli;

import dev.sluice.api.config.Endpoint;
import dev.sluice.tools.doctor.Diagnosis;
import dev.sluice.tools.doctor.Doctor;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells whether a sink or a source can be used. */
@Command(
    name = "doctor",
    description = {
      "Check a sink or a source: what is wrong, and what to do. Changes nothing.",
      "",
      "  sluice doctor kafka://broker:9092/records",
      "  sluice doctor file:records",
      "  sluice doctor file:records --for read --json"
    },
    footer = {
      "",
      "Name, port, TLS, login, topic, ACLs, limits, retention, clock; of files",
      "permissions, space, lock, file system; this Java. Each line needs those",
      "before it; where one fails, those behind it are not checked. Takes 10 s at",
      "most. A TCP reader notes in its log that it refused a connection.",
      "",
      "Exit code: 0 nothing failed, there may be warnings; 1 something failed;",
      "2 wrong usage."
    })
final class DoctorCommand extends TerminalCommand {
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
      description = "For 'write', as a monitored program does (default), or 'read'.")
  private Use use = Use.WRITE;

  @Mixin private JsonOption json;
  @Mixin private SourceOptions options;

  private enum Use {
    WRITE,
    READ
  }

  @Override
  public Integer call() throws IOException {
    Endpoint endpoint = Endpoint.parse(uri, options.options());
    Progress progress = new Progress(terminal);
    progress.now("checking " + endpoint + " …");
    Diagnosis diagnosis = use == Use.WRITE ? Doctor.ofSink(endpoint) : Doctor.ofSource(endpoint);
    progress.clear();
    if (json.write(terminal, diagnosis::write)) {
      diagnosis.print(terminal.printer());
    }
    return ExitCode.of(diagnosis.isHealthy());
  }
}
