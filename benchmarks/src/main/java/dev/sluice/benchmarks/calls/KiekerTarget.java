package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.calls.app.MonitoredClass;
import dev.sluice.benchmarks.calls.kieker.CountingWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Kieker with one of its agents, at its defaults but for the writer: its queue blocks when it is
 * full.
 *
 * @param agent the classifier of the jar: {@code bytebuddy} or {@code aspectj}
 */
record KiekerTarget(String agent, Stage stage, Path folder, Receiver receiver)
    implements CallTarget {
  private static final String ASPECTJ = "aspectj";
  private static final String FILE = "kieker.monitoring.writer.filesystem.";
  private static final String TCP = "kieker.monitoring.writer.tcp.SingleSocketTcpWriter";

  /** With a receiver of its own, in a folder. */
  static KiekerTarget of(String agent, Stage stage, Path folder) throws IOException {
    Receiver receiver =
        switch (stage) {
          case FILE -> new KiekerFolder(Files.createDirectory(folder.resolve("log")));
          case TCP -> new KiekerSocket(folder.resolve("arrived"));
          default -> new CountFile(folder.resolve("count"));
        };
    return new KiekerTarget(agent, stage, folder, receiver);
  }

  @Override
  public List<String> options() throws IOException {
    List<String> options = new ArrayList<>();
    options.add("-javaagent:" + Libraries.kieker(agent));
    options.add("-Dkieker.monitoring.enabled=" + (stage != Stage.OFF));
    options.add("-Dkieker.monitoring.metadata=false");
    options.addAll(writer());
    if (agent.equals(ASPECTJ)) {
      options.add("-Dkieker.monitoring.skipDefaultAOPConfiguration=true");
      options.add("-Dorg.aspectj.weaver.loadtime.configuration=" + aspects().toUri());
    }
    options.addAll(List.of("-cp", Libraries.classes().toString()));
    return options;
  }

  private List<String> writer() {
    String writer = "-Dkieker.monitoring.writer=";
    String address = receiver.address();
    return switch (stage) {
      case FILE ->
          List.of(
              writer + FILE + "FileWriter",
              "-D" + FILE + "FileWriter.customStoragePath=" + address,
              "-D" + FILE + "FileWriter.logStreamHandler=" + FILE + "BinaryLogStreamHandler");
      case TCP -> List.of(writer + TCP, "-D" + TCP + ".port=" + address);
      default ->
          List.of(
              writer + CountingWriter.class.getName(), "-D" + CountingWriter.FILE + "=" + address);
    };
  }

  @Override
  public Map<String, String> environment() {
    return Map.of(
        "KIEKER_SIGNATURES_INCLUDE",
        "public long " + MonitoredClass.class.getName() + ".monitoredMethod(long, int)");
  }

  private Path aspects() throws IOException {
    return Files.writeString(
        folder.resolve("aop.xml"),
        """
        <!DOCTYPE aspectj PUBLIC "-//AspectJ//DTD//EN" "http://www.eclipse.org/aspectj/dtd/aspectj.dtd">
        <aspectj>
          <weaver><include within="%s"/></weaver>
          <aspects>
            <aspect name="kieker.monitoring.probe.aspectj.operationExecution.OperationExecutionAspectFull"/>
          </aspects>
        </aspectj>
        """
            .formatted(MonitoredClass.class.getName()));
  }

  @Override
  public String application() {
    return MonitoredClass.class.getSimpleName();
  }
}
