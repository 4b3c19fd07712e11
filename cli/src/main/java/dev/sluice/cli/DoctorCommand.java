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
      "Check a sink or a source, and say how to fix what is wrong. Changes nothing.",
      "",
      "  sluice doctor kafka://broker:9092/records",
      "  sluice doctor file:records",
      "  sluice doctor file:records --for read --json"
    },
    footer = {
      "",
      "Checks host name, port, TLS, login, topic, ACLs, limits, retention and clock;",
      "for files, permissions, free space, lock and file system; and this JVM. If a",
      "check fails, the checks that depend on it are skipped. Takes at most 10 s. A",
      "TCP reader logs the check as a refused connection.",
      "",
      "Exit code: 0 no check failed, warnings are possible; 1 a check failed; 2 wrong",
      "usage."
    })
final class DoctorCommand extends TerminalCommand {
  @Parameters(
      paramLabel = "URI",
      completionCandidates = SinkParameter.Forms.class,
      description = {
        "Sink as given to the agent, or source: a path, or",
        "${COMPLETION-CANDIDATES}; options follow a question mark."
      })
  private String uri;

  @Option(
      names = "--for",
      paramLabel = "USE",
      description = {
        "Use to check for: write, as a monitored program does, or",
        "read (default: write)."
      })
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
