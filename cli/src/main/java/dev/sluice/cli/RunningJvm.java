package dev.sluice.cli;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Table;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.Properties;

/** A JVM that somebody else started. Each failure is reported in one line. */
record RunningJvm(ProcessHandle process) {
  private static final int MIN_JAVA_VERSION = 17;
  private static final int MAX_NAME_CHARS = 100;

  /** Returns the JVMs of this user, this one excepted. */
  static Table list() {
    Table table = new Table(">process", "program");
    try {
      VirtualMachine.list().stream()
          .filter(jvm -> !jvm.id().equals(Long.toString(ProcessHandle.current().pid())))
          .sorted(Comparator.comparingLong(jvm -> Long.parseLong(jvm.id())))
          .forEach(jvm -> table.row(jvm.id(), program(jvm)));
    } catch (NoClassDefFoundError e) {
      throw noAttachModule(e);
    }
    return table;
  }

  private static String program(VirtualMachineDescriptor jvm) {
    String name = jvm.displayName().isBlank() ? "(unknown)" : jvm.displayName();
    return name.length() <= MAX_NAME_CHARS ? name : name.substring(0, MAX_NAME_CHARS - 1) + "…";
  }

  /**
   * Returns the JVM with that process id.
   *
   * @throws ToolException if there is none, or it will not let us in
   */
  static RunningJvm of(String pid) {
    ProcessHandle process;
    try {
      process =
          ProcessHandle.of(Long.parseLong(pid))
              .orElseThrow(
                  () ->
                      new ToolException(
                          "there is no process "
                              + pid
                              + "; 'sluice attach --list' lists running programs"));
    } catch (NumberFormatException e) {
      throw new ToolException(
          "'" + pid + "' is no process id; 'sluice attach --list' lists running programs");
    }
    if (process.pid() == ProcessHandle.current().pid()) {
      throw new ToolException("process " + pid + " is this command itself");
    }
    RunningJvm jvm = new RunningJvm(process);
    jvm.checkUser();
    ProcFiles.of(process.pid()).checkIsJvm();
    return jvm;
  }

  private void checkUser() {
    Optional<String> theirs = process.info().user();
    Optional<String> ours = ProcessHandle.current().info().user();
    if (theirs.isPresent() && ours.isPresent() && !isRoot() && !theirs.equals(ours)) {
      throw new ToolException(
          ("process %s belongs to %s, and only that user may attach to it: sudo -u %s "
                  + "./sluice attach …")
              .formatted(process.pid(), theirs.get(), theirs.get()));
    }
  }

  private static boolean isRoot() {
    return ProcessHandle.current().info().user().filter("root"::equals).isPresent();
  }

  /**
   * Loads the agent with options.
   *
   * @return what it has to say
   * @throws ToolException if it could or would not
   */
  Properties order(AgentArguments options) throws IOException {
    Path file = Files.createTempFile("sluice-attach-", ".options");
    try {
      String text = options.handOver(file);
      giveTo(file);
      return order(text);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** Root may attach to a process of somebody else, who must be able to read and write the file. */
  private void giveTo(Path file) throws IOException {
    Optional<String> user = process.info().user();
    if (isRoot() && user.isPresent() && !user.get().equals("root")) {
      Files.setOwner(
          file,
          file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user.get()));
    }
  }

  /**
   * Loads the agent, or talks to the one that is there.
   *
   * @param text agent options, or {@code stop}
   * @return what it has to say
   * @throws ToolException if it could or would not
   */
  Properties order(String text) throws IOException {
    Path agent = Home.agentJar().toAbsolutePath();
    try (ReplyFile reply = new ReplyFile()) {
      giveTo(reply.path());
      load(agent.toString(), "reply=" + reply.path() + ";" + text);
      return read(reply.read());
    }
  }

  private Properties read(String reply) throws IOException {
    int end = reply.indexOf('\n');
    String rest = reply.substring(end + 1);
    if (end < 0) {
      throw new ToolException(
          "process " + process.pid() + " did not answer; its standard error may say why");
    }
    if (!reply.startsWith("ok\n")) {
      throw new ToolException("process " + process.pid() + ": " + rest);
    }
    Properties answer = new Properties();
    answer.load(new StringReader(rest));
    return answer;
  }

  private void load(String agent, String options) {
    VirtualMachine jvm = null;
    try {
      jvm = VirtualMachine.attach(Long.toString(process.pid()));
      checkVersion(jvm.getSystemProperties().getProperty("java.specification.version"));
      jvm.loadAgent(agent, options);
    } catch (AttachNotSupportedException | IOException e) {
      throw refused("cannot be attached to: " + e.getMessage(), e);
    } catch (AgentLoadException | AgentInitializationException e) {
      throw refused(reason(e, agent), e);
    } catch (NoClassDefFoundError e) {
      throw noAttachModule(e);
    } finally {
      detach(jvm);
    }
  }

  private static String reason(Exception e, String agent) {
    String message = String.valueOf(e.getMessage());
    if (message.contains("Dynamic agent loading is not enabled")) {
      return "was started with -XX:-EnableDynamicAgentLoading and accepts no agents";
    }
    if (message.contains("not found")) {
      return "cannot read " + agent + ": give its user permission, or attach inside its container";
    }
    return "did not load the agent: " + message;
  }

  private void checkVersion(String version) {
    if (version != null && Double.parseDouble(version) < MIN_JAVA_VERSION) {
      throw refused(
          "runs Java " + version + ", and " + MIN_JAVA_VERSION + " or newer is needed", null);
    }
  }

  private ToolException refused(String why, Exception cause) {
    return new ToolException("process " + process.pid() + " " + why, cause);
  }

  private static ToolException noAttachModule(NoClassDefFoundError e) {
    return new ToolException(
        System.getProperty("java.home") + " has no module jdk.attach; use a JDK", e);
  }

  private static void detach(VirtualMachine jvm) {
    try {
      if (jvm != null) {
        jvm.detach();
      }
    } catch (IOException e) {
      // The process has gone, which is no news to whom it concerns.
    }
  }
}
