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
record KiekerSetup(String agent, Stage stage) implements CallSetup {
  private static final String COUNT = "count";

  @Override
  public List<String> options(Path folder) throws IOException {
    List<String> options = new ArrayList<>();
    options.add("-javaagent:" + Libraries.kieker(agent));
    options.add("-Dkieker.monitoring.enabled=" + (stage != Stage.OFF));
    options.add("-Dkieker.monitoring.metadata=false");
    options.add("-Dkieker.monitoring.writer=" + CountingWriter.class.getName());
    options.add("-D" + CountingWriter.FILE + "=" + folder.resolve(COUNT));
    if (agent.equals("aspectj")) {
      options.add("-Dkieker.monitoring.skipDefaultAOPConfiguration=true");
      options.add("-Dorg.aspectj.weaver.loadtime.configuration=" + aspects(folder).toUri());
    }
    options.addAll(List.of("-cp", Libraries.classes().toString()));
    return options;
  }

  @Override
  public Map<String, String> environment() {
    return Map.of(
        "KIEKER_SIGNATURES_INCLUDE",
        "public long " + MonitoredClass.class.getName() + ".monitoredMethod(long, int)");
  }

  private static Path aspects(Path folder) throws IOException {
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

  @Override
  public long delivered(Path folder) throws IOException {
    return Long.parseLong(Files.readString(folder.resolve(COUNT)));
  }
}
