package dev.sluice.release;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;

/** What a jar must have, by what it is. */
final class JarCheck {
  private final Published module;
  private final List<String> entries;
  private final Optional<String> moduleName;

  JarCheck(Path file, Published module) throws IOException {
    this.module = module;
    try (JarFile jar = new JarFile(file.toFile())) {
      entries = jar.stream().map(entry -> entry.getRealName()).toList();
      moduleName = moduleName(jar);
    }
  }

  private static Optional<String> moduleName(JarFile jar) throws IOException {
    var descriptor = jar.getJarEntry("module-info.class");
    if (descriptor != null) {
      try (var content = jar.getInputStream(descriptor)) {
        return Optional.of(ModuleDescriptor.read(content).name());
      }
    }
    return Optional.ofNullable(jar.getManifest())
        .map(manifest -> manifest.getMainAttributes().getValue("Automatic-Module-Name"));
  }

  Optional<String> moduleName() {
    return moduleName;
  }

  List<String> faults(String ending) {
    List<String> faults = new ArrayList<>();
    if (ending.equals("-javadoc.jar")) {
      require(module.code() ? "index.html" : "README", faults);
      return faults;
    }
    if (ending.equals("-sources.jar")) {
      if (!module.code()) {
        require("README", faults);
      } else if (entries.stream().noneMatch(entry -> entry.endsWith(".java"))) {
        faults.add("has no sources");
      }
      return faults;
    }
    require("META-INF/LICENSE", faults);
    require("META-INF/NOTICE", faults);
    if (entries.stream().anyMatch(JarCheck::isOfOthers)) {
      require("META-INF/THIRD-PARTY", faults);
    }
    if (ending.equals(".jar") && moduleName.filter(name -> !name.endsWith(".unnamed")).isEmpty()) {
      faults.add("has neither a module-info nor the name of a module");
    }
    return faults;
  }

  private static boolean isOfOthers(String entry) {
    return (entry.endsWith(".class") || entry.endsWith(".classdata"))
        && !entry.equals("module-info.class")
        && !entry.contains("dev/sluice/");
  }

  private void require(String entry, List<String> faults) {
    if (!entries.contains(entry)) {
      faults.add("lacks " + entry);
    }
  }
}
