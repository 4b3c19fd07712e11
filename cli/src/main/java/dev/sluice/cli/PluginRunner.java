package dev.sluice.cli;

import dev.sluice.tools.Interruption;
import dev.sluice.tools.ToolException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import picocli.CommandLine.ParseResult;

/**
 * Runs a command again in a class loader that has the jars of plug-ins in addition to the command's
 * own: {@code ServiceLoader} searches the class loader of the plug-ins' interfaces.
 */
final class PluginRunner {
  static final String OPTION = "--plugins";

  private static final String VARIABLE = "SLUICE_PLUGINS";
  private static final String LOADER = "sluice-plugins";

  private PluginRunner() {}

  /** Returns the jars that the command was given; none if they are there already. */
  static List<Path> jars(ParseResult parsed) {
    ParseResult command = parsed;
    while (command.hasSubcommand()) {
      command = command.subcommand();
    }
    boolean reads = command.commandSpec().optionsMap().containsKey(OPTION);
    if (!reads || LOADER.equals(PluginRunner.class.getClassLoader().getName())) {
      return List.of();
    }
    List<Path> jars = new ArrayList<>(command.matchedOptionValue(OPTION, List.<Path>of()));
    String variable = System.getenv(VARIABLE);
    if (variable != null && !variable.isBlank()) {
      for (String jar : variable.split("\\|")) {
        jars.add(Path.of(jar.strip()));
      }
    }
    return jars;
  }

  /** Runs the command with them and returns its exit code. */
  static int run(List<Path> jars, Terminal terminal, String[] args) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(LOADER, urls(jars), ClassLoader.getPlatformClassLoader()) {
          /** Returns one for the process, which has one hook. */
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            boolean shared = name.equals(Interruption.class.getName());
            return shared ? Interruption.class : super.findClass(name);
          }
        }) {
      thread.setContextClassLoader(loader);
      return (int)
          Class.forName(Main.class.getName(), true, loader)
              .getMethod(
                  "run",
                  OutputStream.class,
                  PrintStream.class,
                  BooleanSupplier.class,
                  IntSupplier.class,
                  boolean.class,
                  String[].class)
              .invoke(
                  null,
                  terminal.out(),
                  terminal.err(),
                  terminal.lively(),
                  terminal.screen().columns(),
                  terminal.screen().colour(),
                  args);
    } catch (InvocationTargetException e) {
      throw new ToolException("failed unexpectedly: " + e.getCause(), e);
    } catch (ReflectiveOperationException | IOException e) {
      throw new IllegalStateException("the class path of this command was not found", e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static URL[] urls(List<Path> jars) throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(Path.of(part).toUri().toURL());
    }
    for (Path jar : jars) {
      if (!Files.isReadable(jar)) {
        throw new ToolException("cannot read the plug-in '" + jar + "'");
      }
      urls.add(jar.toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }
}
