package dev.sluice.agent.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A Java program in a JVM of its own, with or without the agent. */
public final class Program {
  static final String AGENT = System.getProperty("sluice.agent.jar");

  /** The agent with Kafka, zstd and the samplers of the machine. */
  private static final String ALL = System.getProperty("sluice.agent.all");

  private final Path home;
  private final Path directory;
  private final List<String> command = new ArrayList<>();
  private String agent = AGENT;
  private Duration limit = Duration.ofMinutes(10);

  private Program(Path home, Path directory) {
    this.home = home;
    this.directory = directory;
    command.add(home.resolve("bin/java").toString());
  }

  /** What a program left. */
  public record Result(int exitCode, String out, String err) {}

  /** The JDKs to test on: the one that runs the tests, and 25 where it is installed. */
  public static Stream<Path> jdks() {
    Path current = Path.of(System.getProperty("java.home"));
    Path jdk25 = Path.of(System.getProperty("sluice.jdk25", "none"));
    return Files.exists(jdk25.resolve("bin/java")) && Runtime.version().feature() != 25
        ? Stream.of(current, jdk25)
        : Stream.of(current);
  }

  /** The JDK that runs the tests, where what is tested is the same on each. */
  static Stream<Path> oneJdk() {
    return jdks().limit(1);
  }

  /** A program that runs in a directory. */
  public static Program on(Path home, Path directory) {
    return new Program(home, directory);
  }

  /**
   * The same, for one that ends long before a second compiler would help it: its JVM has the first
   * alone and starts sooner.
   */
  static Program brief(Path home, Path directory) {
    return on(home, directory).arguments("-XX:TieredStopAtLevel=1");
  }

  /** With the agent of which nothing is left out, where it is asked for an agent. */
  Program all() {
    agent = ALL;
    return this;
  }

  /** With the agent and a file sink {@code records}, for the classes that the pattern includes. */
  public Program monitored(String include) {
    return agent("sink=file:" + records() + ";report=" + report() + ";include=" + include);
  }

  /** The same, and it waits for room in the ring rather than lose a record. */
  public Program losingNothing(String include) {
    return agent(
        "sink=file:" + records() + "?policy=block;report=" + report() + ";include=" + include);
  }

  /** With the agent and these options. */
  public Program agent(String options) {
    return arguments("-javaagent:" + agent + "=" + options);
  }

  /** With further arguments of the command. */
  public Program arguments(String... arguments) {
    command.addAll(List.of(arguments));
    return this;
  }

  /** With another time after which it is taken to hang. */
  public Program limit(Duration limit) {
    this.limit = limit;
    return this;
  }

  /** With the tests' classes as class path. */
  public Program classPath() throws Exception {
    Path classes =
        Path.of(
            com.acme.shop.Shop.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return arguments("-cp", classes.toString());
  }

  /** The shop. */
  public Program shop(String... arguments) throws Exception {
    return classPath().arguments("com.acme.shop.Shop").arguments(arguments);
  }

  public Path records() {
    return directory.resolve("records");
  }

  public Path report() {
    return directory.resolve("report.properties");
  }

  /** Starts it and leaves its input and output to the caller; standard error goes to a file. */
  public Process start() throws IOException {
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectError(directory.resolve("err").toFile())
        .start();
  }

  public Result run() throws IOException, InterruptedException {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running after " + limit.toSeconds() + " s: " + command);
    }
    return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  /**
   * Puts what lies below a folder of compiled classes into a jar of the directory.
   *
   * @param headers what its manifest says besides its version
   */
  public Path jar(String name, Path classes, String folder, Map<String, String> headers)
      throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    headers.forEach(attributes::putValue);
    Path jar = directory.resolve(name + ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        Stream<Path> files = Files.walk(classes.resolve(folder))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    return jar;
  }

  /** Compiles a source file into a folder of the directory; returns the folder. */
  public Path compile(String folder, String file, String source, String... options)
      throws IOException {
    Path path = directory.resolve("src-" + folder).resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, source);
    Path classes = Files.createDirectories(directory.resolve(folder));
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(
        List.of("--release", "17", "-proc:none", "-d", classes.toString(), path.toString()));
    if (!arguments.contains("-cp")) {
      arguments.addAll(List.of("-cp", classes.toString()));
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    if (status != 0) {
      throw new AssertionError("does not compile: " + file);
    }
    return classes;
  }
}
