package dev.sluice.monitoring.config;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.config.Setting;
import dev.sluice.api.config.SmallFile;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Values of options in files, in the environment and in system properties; later ones override
 * earlier ones. The option {@code chunk.records} of a URI is {@code sluice.chunk.records} in a file
 * and as a system property, and {@code SLUICE_CHUNK_RECORDS} in the environment. Immutable; any
 * thread.
 */
public final class ConfigurationSources {
  /** Name of the file on the class path and in the working directory. */
  public static final String FILE = "sluice.properties";

  private static final String PREFIX = "sluice.";
  private static final String VARIABLE = "SLUICE_";
  private static final String SYSTEM_PROPERTY = "system property ";
  private static final String ENVIRONMENT = "environment variable ";
  private static final String IN_FILE = " in ";

  /**
   * Names that are no options of a monitor: the path of the file, and names that the command line
   * reads.
   */
  private static final Set<String> OTHERS = Set.of("config", "debug", "pager");

  /**
   * Pattern of the environment variables that Kubernetes puts into every container for a service
   * whose name begins with sluice.
   */
  private static final Pattern SERVICE_LINK =
      Pattern.compile("SLUICE_(.*_)?(SERVICE_(HOST|PORT(_.*)?)|PORT(_\\d+_(TCP|UDP|SCTP).*)?)");

  private final List<Given> values;
  private final List<String> problems;

  /**
   * A value of an option; {@code doubt} is the reason why another user may have given it, or null.
   */
  private record Given(String key, String value, String origin, String doubt) {}

  private ConfigurationSources(List<Given> values, List<String> problems) {
    this.values = List.copyOf(values);
    this.problems = List.copyOf(problems);
  }

  /** Returns sources without values. */
  public static ConfigurationSources none() {
    return new ConfigurationSources(List.of(), List.of());
  }

  /** Returns the values in one file that must be there, and no others. */
  public static ConfigurationSources ofFile(Path file) {
    return none().withFile(file, true);
  }

  /**
   * Returns the sources of this process: {@code sluice.properties} on the class path; the file of
   * that name in the working directory or, in its place, the file that {@code -Dsluice.config} or
   * {@code SLUICE_CONFIG} names; the environment; the system properties. Whoever reads the {@link
   * #options} is told of mistakes.
   */
  public static ConfigurationSources ofProcess() {
    return ofProcess(null);
  }

  /**
   * Returns the sources of this process, with a file that the caller names.
   *
   * @param file replaces the file that {@code -Dsluice.config} or {@code SLUICE_CONFIG} names; may
   *     be null
   */
  public static ConfigurationSources ofProcess(String file) {
    Properties properties = new Properties();
    properties.putAll(System.getProperties());
    if (file != null) {
      properties.setProperty(PREFIX + "config", file);
    }
    return of(ClassPathFile.read(FILE), Path.of(""), System.getenv(), properties);
  }

  /**
   * Returns sources from the given places.
   *
   * @param classPathFile text of the file on the class path, or null
   * @param directory where {@code sluice.properties} may be
   */
  static ConfigurationSources of(
      String classPathFile,
      Path directory,
      Map<String, String> environment,
      Properties systemProperties) {
    ConfigurationSources sources = none();
    if (classPathFile != null) {
      sources =
          sources.withFile(new StringReader(classPathFile), FILE + " on the class path", null);
    }
    String file = systemProperties.getProperty(PREFIX + "config", environment.get("SLUICE_CONFIG"));
    return sources
        .withFile(file == null ? directory.resolve(FILE) : path(file), file != null)
        .withEnvironment(environment)
        .withSystemProperties(systemProperties);
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      return Path.of("").resolve("no path: " + text.replace('\0', '?'));
    }
  }

  /**
   * Returns these sources with values that override them.
   *
   * @param origin where they come from, human-readable: {@code "agent option"}
   */
  public ConfigurationSources with(Map<String, String> given, String origin) {
    List<Given> all = new ArrayList<>(values);
    given.forEach((key, value) -> all.add(new Given(key, value, origin, null)));
    return new ConfigurationSources(all, problems);
  }

  /** Returns these sources with those of the given values whose names belong to a key. */
  private ConfigurationSources with(
      Map<String, String> given,
      UnaryOperator<String> key,
      UnaryOperator<String> origin,
      String doubt) {
    List<Given> all = new ArrayList<>(values);
    given.forEach(
        (name, value) -> {
          String known = key.apply(name);
          if (known != null && !OTHERS.contains(known)) {
            all.add(new Given(known, value.strip(), origin.apply(name), doubt));
          }
        });
    return new ConfigurationSources(all, problems);
  }

  private ConfigurationSources withFile(Path file, boolean required) {
    try {
      if (!required && !Files.exists(file)) {
        return this;
      }
      Reader reader = new StringReader(SmallFile.text(file));
      return withFile(reader, file.toString(), required ? null : file);
    } catch (IOException | SecurityException e) {
      return failed("cannot read the configuration file '" + file + "': " + e.getMessage());
    }
  }

  /**
   * Reads a file. {@code found} is its path if no configuration names it: then powerful options in
   * it are rejected if another user may have written them.
   */
  private ConfigurationSources withFile(Reader reader, String name, Path found) {
    Properties properties = new Properties();
    try {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      return failed("cannot read the configuration file '" + name + "': " + e.getMessage());
    }
    ConfigurationSources result = this;
    Map<String, String> given = new LinkedHashMap<>();
    Set<String> names = properties.stringPropertyNames();
    if (!names.isEmpty() && names.stream().noneMatch(key -> key.startsWith(PREFIX))) {
      // It may be anything, and its words may be secrets.
      return failed("no name in the configuration file '" + name + "' begins with 'sluice.'");
    }
    for (String key : names.stream().sorted().toList()) {
      if (key.startsWith(PREFIX)) {
        given.put(key.substring(PREFIX.length()), properties.getProperty(key));
      } else {
        result =
            result.failed("'" + key + "' in " + name + " must begin with 'sluice.', as all do");
      }
    }
    String doubt = found == null ? null : WorkingDirectoryFile.doubt(found);
    return result.with(given, key -> key, key -> PREFIX + key + IN_FILE + name, doubt);
  }

  private ConfigurationSources failed(String problem) {
    List<String> all = new ArrayList<>(problems);
    all.add(problem);
    return new ConfigurationSources(values, all);
  }

  /**
   * Returns these sources with the values of environment variables over them. An unknown name in
   * the environment is no mistake, because it may belong to another program.
   *
   * @param environment names and values; those whose names do not begin with {@code SLUICE_} are
   *     ignored
   */
  public ConfigurationSources withEnvironment(Map<String, String> environment) {
    return with(
        environment,
        name ->
            name.startsWith(VARIABLE) && !SERVICE_LINK.matcher(name).matches()
                ? name.substring(VARIABLE.length()).toLowerCase(Locale.ROOT).replace('_', '.')
                : null,
        name -> ENVIRONMENT + name,
        null);
  }

  private ConfigurationSources withSystemProperties(Properties properties) {
    Map<String, String> given = new LinkedHashMap<>();
    properties.stringPropertyNames().forEach(name -> given.put(name, properties.getProperty(name)));
    return with(given, ConfigurationSources::key, name -> SYSTEM_PROPERTY + name, null);
  }

  /** Returns the key of a name that has the prefix {@code sluice.}, or null. */
  private static String key(String name) {
    return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : null;
  }

  /**
   * Returns the values as options of which all must be read: an unknown name is a mistake, unless
   * it is from the environment, where it may belong to another program ({@link Options#unread}). A
   * new object for each call.
   */
  public Options options() {
    return options(false);
  }

  /**
   * Returns the values as options that need not be read, for a program that names its sink itself.
   */
  public Options offered() {
    return options(true);
  }

  /**
   * Returns the value of a key from the source with the highest precedence; empty if none gives
   * one.
   */
  public Optional<Setting> given(Key<?> key) {
    return values.stream()
        .filter(given -> given.key().equalsIgnoreCase(key.name()))
        .reduce((lower, higher) -> higher)
        .map(given -> new Setting(given.key(), given.value(), given.origin()));
  }

  private Options options(boolean offered) {
    Options options = new Options(Map.of());
    problems.forEach(options::problem);
    for (Given given : values) {
      if (offered || given.origin().startsWith(ENVIRONMENT)) {
        options.offer(given.key(), given.value(), given.origin());
      } else {
        options.set(given.key(), given.value(), given.origin());
      }
      if (given.doubt() != null) {
        options.doubt(given.key(), given.doubt());
      }
    }
    return options;
  }

  static boolean isAmbient(String origin) {
    return origin.startsWith(SYSTEM_PROPERTY)
        || origin.startsWith(ENVIRONMENT)
        || origin.contains(IN_FILE);
  }
}
