package dev.sluice.tools.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A Java virtual machine: this one, or that of a program that is about to be started. */
final class JvmChecks {
  private static final int MIN_JAVA_VERSION = 17;
  private static final Pattern VERSION = Pattern.compile("version \"(?:1\\.)?(\\d+)[^\"]*\"");
  private static final Pattern AGENT =
      Pattern.compile("-(?:javaagent|agentpath|agentlib):([^=\\s]+)");

  private JvmChecks() {}

  static void ofThis(Steps steps) {
    List<String> arguments = ManagementFactory.getRuntimeMXBean().getInputArguments();
    steps.also("java", () -> version(Runtime.version().feature()));
    steps.also("agents", () -> agents(arguments, false));
  }

  /** Checks the JVM of a command line: {@code java …}. */
  static void ofProgram(Steps steps, List<String> command) {
    List<String> arguments = new ArrayList<>(command);
    Stream.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")
        .map(name -> System.getenv().getOrDefault(name, ""))
        .forEach(arguments::add);
    steps.also("java", () -> asked(command.get(0))).also("agents", () -> agents(arguments, true));
  }

  private static Check asked(String java) throws IOException {
    Process process = new ProcessBuilder(java, "-version").redirectErrorStream(true).start();
    try (InputStream in = process.getInputStream()) {
      Matcher version = VERSION.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      return version.find()
          ? version(Integer.parseInt(version.group(1)))
          : Check.notChecked(java + " -version prints no version");
    } finally {
      process.destroyForcibly();
    }
  }

  static Check version(int feature) {
    return feature >= MIN_JAVA_VERSION
        ? Check.ok("Java " + feature)
        : Check.failed(
            "Java " + feature + " is too old", "use Java " + MIN_JAVA_VERSION + " or newer");
  }

  static Check agents(List<String> arguments, boolean comes) {
    List<String> names = new ArrayList<>();
    for (String argument : arguments) {
      Matcher agent = AGENT.matcher(argument);
      while (agent.find()) {
        names.add(agent.group(1).replaceFirst(".*/", ""));
      }
    }
    if (comes && names.stream().anyMatch(name -> name.matches("sluice-agent.*"))) {
      return Check.failed(
          "the arguments contain the agent already, so it would record everything twice",
          "remove -javaagent:…sluice-agent.jar, or start the program without 'sluice run'");
    }
    names.removeIf(name -> name.matches("sluice-agent.*"));
    return names.isEmpty()
        ? Check.ok("no other agent")
        : Check.warning(
            "other agents: " + String.join(", ", names),
            "if methods are missing or calls are slow, try without these agents");
  }
}
