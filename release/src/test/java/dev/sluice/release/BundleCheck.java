package dev.sluice.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says what is wrong with a directory in the layout of a repository, as Maven Central would. */
final class BundleCheck {
  private static final Map<String, String> CHECKSUMS =
      new TreeMap<>(
          Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256", "sha512", "SHA-512"));

  private final Path staging;
  private final String version;
  private final Optional<Keys> keys;
  private final List<String> faults = new ArrayList<>();
  private final Map<String, String> moduleNames = new TreeMap<>();

  /**
   * @param keys whose signatures are asked for, or nothing for a trial without
   */
  BundleCheck(Path staging, String version, Optional<Keys> keys) {
    this.staging = staging;
    this.version = version;
    this.keys = keys;
  }

  /** Nothing, if there is just what these modules publish, each with all its files. */
  List<String> faults(List<Published> modules) throws IOException {
    Set<String> expected = new TreeSet<>();
    for (Published module : modules) {
      Path directory = staging.resolve("dev/sluice").resolve(module.artifact()).resolve(version);
      for (String ending : endings(module)) {
        Path file = directory.resolve(module.artifact() + "-" + version + ending);
        expected.add(name(file));
        CHECKSUMS.keySet().forEach(checksum -> expected.add(name(file) + "." + checksum));
        keys.ifPresent(there -> expected.add(name(file) + ".asc"));
        if (Files.exists(file)) {
          lookAt(module, file, ending);
        }
      }
    }
    Set<String> there = files();
    expected.stream().filter(file -> !there.contains(file)).forEach(file -> add(file, "missing"));
    there.stream()
        .filter(file -> !expected.contains(file))
        .forEach(file -> add(file, "of no module that is published"));
    return faults;
  }

  private static List<String> endings(Published module) {
    if (module.isPom()) {
      return List.of(".pom");
    }
    return Stream.concat(
            Stream.of(".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json"),
            module.classifiers().stream().map(classifier -> "-" + classifier + ".jar"))
        .toList();
  }

  private Set<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(staging)) {
      return all.filter(Files::isRegularFile)
          .map(this::name)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private void lookAt(Published module, Path file, String ending) throws IOException {
    byte[] content = Files.readAllBytes(file);
    CHECKSUMS.forEach((form, algorithm) -> checksum(file, content, form, algorithm));
    Path signature = Path.of(file + ".asc");
    if (keys.isPresent() && Files.exists(signature) && !keys.get().signed(content, signature)) {
      add(name(signature), "not the signature of this file by this key");
    }
    try {
      lookInto(module, file, ending, content);
    } catch (IOException | IllegalArgumentException e) {
      add(name(file), "cannot be read: " + e);
    }
  }

  private void lookInto(Published module, Path file, String ending, byte[] content)
      throws IOException {
    if (ending.equals(".pom")) {
      PomCheck.faults(module, file, version).forEach(fault -> add(name(file), fault));
    } else if (ending.equals("-cyclonedx.json")) {
      String text = new String(content, StandardCharsets.UTF_8);
      if (!text.contains("\"CycloneDX\"")
          || !text.contains("pkg:maven/dev.sluice/" + module.artifact() + "@" + version)) {
        add(name(file), "no CycloneDX of this module");
      }
    } else {
      JarCheck jar = new JarCheck(file, module);
      jar.faults(ending).forEach(fault -> add(name(file), fault));
      jar.moduleName()
          .filter(there -> ending.equals(".jar"))
          .map(there -> moduleNames.put(there, module.artifact()))
          .ifPresent(other -> add(name(file), "has the module name of " + other));
    }
  }

  private void checksum(Path file, byte[] content, String form, String algorithm) {
    Path checksum = Path.of(file + "." + form);
    try {
      byte[] digest = MessageDigest.getInstance(algorithm).digest(content);
      String hex = String.format("%0" + 2 * digest.length + "x", new BigInteger(1, digest));
      if (Files.exists(checksum) && !Files.readString(checksum).strip().equals(hex)) {
        add(name(checksum), "not that of the file");
      }
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String name(Path file) {
    return staging.relativize(file).toString().replace('\\', '/');
  }

  private void add(String file, String fault) {
    faults.add(file + ": " + fault);
  }
}
