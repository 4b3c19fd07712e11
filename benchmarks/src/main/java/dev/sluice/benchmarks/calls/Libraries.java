package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.calls.app.CallWorker;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where lies what monitored programs are made of. */
public final class Libraries {
  private Libraries() {}

  /** The folder with the classes of the benchmarks: the application is among them. */
  public static Path classes() throws IOException {
    try {
      return Path.of(CallWorker.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /** The jar with the sinks of the benchmark. */
  public static Path plugins() throws IOException {
    return existing("benchmark-plugins.jar");
  }

  /** The jar of a peer's agent. */
  public static Path peer(String agent) throws IOException {
    return existing("peers/" + agent + ".jar");
  }

  /** The sources of the monitored class and what it needs. */
  static Path monitoredSources() throws IOException {
    return existing("monitored-sources");
  }

  /** What AspectJ's weaver reads: the probe of all methods, within some classes. */
  public static Path kiekerAspects(Path folder, String within) throws IOException {
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
            .formatted(within));
  }

  private static Path existing(String name) throws IOException {
    Path file = classes().resolveSibling(name);
    if (!Files.exists(file)) {
      throw new ToolException(file + " is missing; start the benchmark with ./sluice");
    }
    return file;
  }
}
