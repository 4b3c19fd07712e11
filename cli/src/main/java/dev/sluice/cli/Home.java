package dev.sluice.cli;

import dev.sluice.tools.ToolException;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Locations of the parts of the distribution. */
public final class Home {
  /** The launcher's system property: where they lie. */
  static final String HOME = "sluice.home";

  private Home() {}

  /**
   * Returns the agent's jar with everything; a distribution's shares libraries with this command.
   */
  public static Path agentJar() {
    Path inPlace = existing("").resolve("agent/sluice-agent-in-place.jar");
    return Files.exists(inPlace) ? inPlace : existing("agent/sluice-agent-all.jar");
  }

  /** Returns the agent's jar for files and TCP. */
  public static Path smallAgentJar() {
    return existing("agent/sluice-agent.jar");
  }

  /** Class path of the demo's program: the database, and the classes of this command. */
  public static String demoClassPath() throws IOException {
    return existing("demo/lib") + "/*" + File.pathSeparator + ownCode();
  }

  /** Class path of the broker: what it alone has, and the libraries of this command. */
  public static String brokerClassPath() {
    return existing("broker/lib") + "/*" + File.pathSeparator + existing("lib") + "/*";
  }

  /**
   * Returns where a command may leave what nobody asked it to keep: among what a build makes and
   * cleans, if a build made this, else in the working directory. Relative to that if it is below
   * it.
   */
  public static Path output() throws IOException {
    if (distribution() != null) {
      return Files.createDirectories(Path.of("sluice-demo"));
    }
    Path output = existing("").toAbsolutePath().resolveSibling("demo");
    Path here = Path.of("").toAbsolutePath();
    Files.createDirectories(output);
    return output.startsWith(here) ? here.relativize(output) : output;
  }

  private static Path ownCode() throws IOException {
    try {
      return Path.of(Home.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /** Returns the directory of a distribution; null if a build made it, or there is none. */
  static Path distribution() {
    String home = System.getProperty(HOME);
    boolean built = System.getProperty(UnbuiltCommand.SOURCES) != null;
    return home == null || built ? null : Path.of(home).toAbsolutePath();
  }

  private static Path existing(String name) {
    String home = System.getProperty(HOME);
    if (home == null) {
      throw new ToolException("the distribution was not found; start this command as ./sluice");
    }
    Path path = Path.of(home, name);
    if (!Files.exists(path)) {
      throw new ToolException(
          distribution() != null
              ? path + " is missing; unpack the distribution again"
              : path + " is missing; delete the directory " + home + " and start ./sluice again");
    }
    return path;
  }
}
