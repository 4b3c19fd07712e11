package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.junit.ArchTest;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The API is what is public in the packages that {@code pom.xml} names for japicmp, and nothing
 * else: they alone are exported to all, and what they show of Sluice is of them.
 */
final class ApiRules {
  private static final Pattern INCLUDED =
      Pattern.compile("<include>(dev\\.sluice[.\\w]*)</include>");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `sluice-[-a-z4]+` \\| `(dev\\.sluice[.\\w]*)`(:?)(.*) \\|$");
  private static final Pattern PART = Pattern.compile("`(\\w+)`");

  /** Modules with libraries of others, which are not here. */
  private static final Set<String> UNSEEN =
      Set.of(
          "dev.sluice.brave", "dev.sluice.log4j", "dev.sluice.logback", "dev.sluice.opentelemetry");

  private ApiRules() {}

  @ArchTest
  static void packages_of_the_api_have_public_types(JavaClasses all) throws IOException {
    Set<String> filled =
        all.stream()
            .filter(ApiRules::isReachable)
            .map(JavaClass::getPackageName)
            .collect(Collectors.toSet());

    filled.addAll(UNSEEN);
    assertThat(api()).hasSizeGreaterThan(20);
    assertThat(filled).containsAll(api());
  }

  @ArchTest
  static void page_names_the_packages_of_the_api(JavaClasses all) throws IOException {
    Set<String> named = new TreeSet<>();
    for (MatchResult row : matches(ROW, "docs/compatibility.md")) {
      String first = row.group(1);
      if (row.group(2).isEmpty()) {
        named.add(first);
      }
      PART.matcher(row.group(3)).results().forEach(part -> named.add(first + "." + part.group(1)));
    }

    assertThat(named).isEqualTo(api());
  }

  @ArchTest
  static void modules_export_the_api_and_nothing_else(JavaClasses all) throws IOException {
    Set<String> api = api();
    Set<String> exported = new TreeSet<>();
    Set<String> roots = new TreeSet<>();
    for (URL url :
        Collections.list(ApiRules.class.getClassLoader().getResources("module-info.class"))) {
      try (InputStream bytes = url.openStream()) {
        ModuleDescriptor module = ModuleDescriptor.read(bytes);
        if (module.name().startsWith("dev.sluice.")) {
          roots.add(place(url.toString(), "module-info.class"));
          module.exports().stream()
              .filter(export -> !export.isQualified())
              .forEach(export -> exported.add(export.source()));
        }
      }
    }
    Set<String> ofModules =
        all.stream()
            .filter(c -> roots.contains(root(c)))
            .map(JavaClass::getPackageName)
            .filter(api::contains)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(roots).hasSizeGreaterThan(10);
    assertThat(exported).isEqualTo(ofModules);
  }

  @ArchTest
  static void api_shows_nothing_that_is_not_api(JavaClasses all) throws IOException {
    Set<String> api = api();
    Set<String> shown = new TreeSet<>();
    for (JavaClass c : all) {
      if (api.contains(c.getPackageName()) && isReachable(c)) {
        // What is inherited from a class of the package is shown; its name is nobody's concern.
        above(c)
            .filter(type -> !api.contains(type.getPackageName()))
            .forEach(type -> shown.add(c.getName() + " is a " + type.getName()));
        ofMembers(c)
            .filter(type -> !api.contains(type.getPackageName()) || !isReachable(type))
            .forEach(type -> shown.add(c.getName() + " shows " + type.getName()));
      }
    }

    assertThat(shown).isEmpty();
  }

  private static Stream<JavaClass> above(JavaClass c) {
    return ours(Stream.concat(c.getSuperclass().stream(), c.getInterfaces().stream()));
  }

  private static Stream<JavaClass> ofMembers(JavaClass c) {
    Stream<JavaType> fields =
        c.getFields().stream().filter(ApiRules::isShown).map(field -> field.getType());
    Stream<JavaType> codes =
        c.getCodeUnits().stream().filter(ApiRules::isShown).flatMap(ApiRules::of);
    return ours(Stream.concat(fields, codes));
  }

  private static Stream<JavaType> of(JavaCodeUnit code) {
    Stream<JavaType> thrown = code.getExceptionTypes().stream().map(type -> type);
    return Stream.of(Stream.of(code.getReturnType()), code.getParameterTypes().stream(), thrown)
        .flatMap(types -> types);
  }

  private static Stream<JavaClass> ours(Stream<JavaType> types) {
    return types
        .flatMap(type -> type.getAllInvolvedRawTypes().stream())
        .map(JavaClass::getBaseComponentType)
        .filter(type -> type.getPackageName().startsWith("dev.sluice."));
  }

  private static boolean isShown(JavaMember member) {
    Set<JavaModifier> modifiers = member.getModifiers();
    return !modifiers.contains(JavaModifier.SYNTHETIC)
        && (modifiers.contains(JavaModifier.PUBLIC)
            || modifiers.contains(JavaModifier.PROTECTED)
                && !member.getOwner().getModifiers().contains(JavaModifier.FINAL));
  }

  private static boolean isReachable(JavaClass type) {
    Set<JavaModifier> modifiers = type.getModifiers();
    return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
        && type.getEnclosingClass().map(ApiRules::isReachable).orElse(true);
  }

  private static String root(JavaClass c) {
    String file = c.getSource().orElseThrow().getUri().toString();
    String path = c.getName().replace('.', '/').replaceFirst("\\$.*", "");
    return place(file, path);
  }

  private static String place(String file, String path) {
    return file.substring(0, file.lastIndexOf(path)).replace("file:///", "file:/");
  }

  private static Set<String> api() throws IOException {
    return matches(INCLUDED, "pom.xml").stream()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<MatchResult> matches(Pattern pattern, String file) throws IOException {
    return pattern.matcher(Files.readString(Path.of("..", file))).results().toList();
  }
}
