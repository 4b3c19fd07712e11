package dev.sluice.compiler;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RecordType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text of one generated class, made from templates. In a template {@code $key} or {@code ${key}}
 * stands for a value that was set, or for a class of {@code io-api}, which is then imported unless
 * a class of the record's package has its simple name. Deterministic: the same calls give the same
 * text.
 */
final class SourceFile {
  private static final Pattern KEY = Pattern.compile("\\$(?:\\{(\\w+)}|(\\w+))");

  /** Classes that are not in the package of records, by name. */
  private static final Map<String, Class<?>> ELSEWHERE =
      Map.of("DropCause", DropCause.class, "List", List.class);

  private final String packageName;
  private final Set<String> taken;
  private final Map<String, String> values = new HashMap<>();
  private final Set<String> imports = new TreeSet<>();
  private final StringBuilder body = new StringBuilder();

  SourceFile(RecordModel model, String suffix) {
    packageName = model.packageName();
    taken = new HashSet<>(model.packageClasses());
    taken.add(model.generated("Writer"));
    taken.add(model.generated("Reader"));
    set("record", model.className());
    set("class", model.generated(suffix));
    set("typeName", model.type().name());
    set("version", model.type().version());
    set("visibility", model.isPublic() ? "public " : "");
    set(
        "warnings",
        model.isDeprecated() ? "@SuppressWarnings({\"deprecation\", \"removal\"})\n" : "");
  }

  /** Sets the text that a key in later templates stands for. */
  SourceFile set(String key, Object value) {
    values.put(key, value.toString());
    return this;
  }

  /** Returns the text of a template. */
  String fill(String template) {
    return KEY.matcher(template)
        .replaceAll(
            key -> {
              String name = key.group(1) == null ? key.group(2) : key.group(1);
              return Matcher.quoteReplacement(value(name));
            });
  }

  /** Appends the text of a template. */
  SourceFile add(String template) {
    body.append(fill(template));
    return this;
  }

  /** Returns the whole file. */
  String text() {
    StringBuilder text = new StringBuilder();
    if (!packageName.isEmpty()) {
      text.append("package ").append(packageName).append(";\n\n");
    }
    imports.forEach(name -> text.append("import ").append(name).append(";\n"));
    return text.append('\n').append(body).toString();
  }

  private String value(String key) {
    String value = values.get(key);
    return value != null ? value : className(key);
  }

  private String className(String simpleName) {
    Class<?> known = ELSEWHERE.get(simpleName);
    String name =
        known != null ? known.getName() : RecordType.class.getPackageName() + "." + simpleName;
    if (taken.contains(simpleName)) {
      return name;
    }
    imports.add(name);
    return simpleName;
  }
}
