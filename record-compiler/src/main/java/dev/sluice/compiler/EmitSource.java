package dev.sluice.compiler;

import dev.sluice.api.record.FieldType;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes the methods that fill rows. If all references are symbols, {@code emit} is straight-line
 * code with constant offsets, short enough to be inlined, and leaves symbols without an id to
 * {@code emitInline}; else {@code emit} is the longer method itself.
 */
final class EmitSource {
  private final RecordModel model;
  private final RowWords words;
  private final SourceFile file;

  EmitSource(RecordModel model, RowWords words, SourceFile file) {
    this.model = model;
    this.words = words;
    this.file = file;
    for (String local : List.of("buffer", "at", "row", "count", "end", "failure")) {
      file.set(local, model.local(local));
    }
  }

  /** Appends the methods. */
  void add() {
    file.set(
        "parameters",
        join(",\n      ", component -> parameterType(component) + " " + component.name()));
    String arguments = join(", ", Component::name);
    file.set("arguments", arguments).set("more", arguments.isEmpty() ? "" : ", " + arguments);
    file.set("moreParameters", arguments.isEmpty() ? "" : file.fill(",\n      $parameters"));
    file.set("docs", join("\n", this::documentation));
    file.add(
        """

          /**
           * Emits a record. Allocates nothing, never throws, blocks no longer than the collector's policy
           * says.
           *
        $docs
           * @return whether there is a row now; if not, the record is counted as a drop
           */
          public boolean emit(
              $parameters) {
        """);
    if (model.isVariable()) {
      file.add("    $RowBuffer $buffer = null;\n");
      variable("      $buffer = this.sink.buffer();\n");
    } else {
      fixed();
    }
  }

  private String documentation(Component component) {
    return file.set("name", component.name()).fill("   * @param $name {@link $record#$name()}");
  }

  private String parameterType(Component component) {
    return component.isSymbol() ? file.fill("$Symbol") : component.javaType();
  }

  private void fixed() {
    file.add(
        """
            try {
              return emitTo(this.sink.buffer()$more);
            } catch (Throwable $failure) {
              return reject($DropCause.ENCODE_ERROR);
            }
          }

          /**
           * The same, for a probe that keeps its thread's buffer.
           *
           * @param $buffer the calling thread's: what {@link $RowSink#buffer()} returns now, or returned to
           *     the same thread if the thread {@linkplain $RowBuffer#isOwnedBy owns} it
        $docs
           * @return whether there is a row now; if not, the record is counted as a drop
           */
          public boolean emitTo(
              $RowBuffer $buffer$moreParameters) {
            int $at = -1;
            try {
        """);
    eachReference(component -> true, "      int $half = $reference;\n");
    String halves =
        references(component -> true)
            .mapToObj(i -> model.local("half" + i))
            .collect(Collectors.joining(" | "));
    if (!halves.isEmpty()) {
      file.set("halves", halves);
      file.add(
          """
                if (($halves) < 0) {
                  return emitInline($buffer, $arguments);
                }
          """);
    }
    file.add("      $at = $buffer.claim($words);\n");
    claimed();
    file.set("count", words.count()).set("rowHeader", "this.header");
    commit();
    if (!halves.isEmpty()) {
      file.add(
          "\n  private boolean emitInline(\n      $RowBuffer $buffer,\n      $parameters) {\n");
      variable("");
    }
  }

  /** The body for rows with inline data, after the declaration of the buffer. */
  private void variable(String findBuffer) {
    file.set("count", model.local("count"));
    file.set("rowHeader", file.fill("this.header + ($count - $words)"));
    file.add(
        """
            int $at = -1;
            int $count = $words;
            try {
        """);
    eachReference(
        component -> !component.isInline(),
        """
              int $half = $reference;
              String $data = $half < 0 ? $text : null;
        """);
    eachReference(Component::isInline, "      int $half = 0;\n");
    eachReference(
        component -> true,
        """
              int $bytes = $size;
              $count += words($bytes);
        """);
    file.add(
        """
              if ($count > $RowLayout.MAX_WORDS) {
                return reject($DropCause.OVERSIZE);
              }
        """);
    file.add(findBuffer + "      $at = $buffer.claim($count);\n");
    claimed();
    file.add("      int $end = $at + $words;\n");
    eachReference(
        component -> true,
        """
              if ($bytes >= 0) {
                $half = $at - $end;
                $end = $Rows.$put;
              }
        """);
    commit();
  }

  private void claimed() {
    file.add(
        """
              if ($at < 0) {
                return false;
              }
              long[] $row = $buffer.words;
        """);
  }

  private void commit() {
    file.set("first", "");
    words
        .expressions()
        .forEach(
            (word, expression) -> {
              file.set("word", word).set("expression", expression);
              if (word == 0) {
                file.set("first", " | " + expression);
              } else {
                file.add("      $row[$at + $word] = $expression;\n");
              }
            });
    file.add(
        """
              return $buffer.commit($at, $rowHeader$first);
            } catch (Throwable $failure) {
              if ($at < 0) {
                return reject($DropCause.ENCODE_ERROR);
              }
              // No call here: there may be no stack left for one.
              $buffer.words[$at] = $count | (long) $RowLayout.ABORTED << 30;
              return false;
            }
          }
        """);
  }

  private void eachReference(Predicate<Component> wanted, String template) {
    references(wanted)
        .forEach(
            i -> {
              Component component = model.components().get(i);
              String name = component.name();
              file.set("half", model.local("half" + i)).set("bytes", model.local("bytes" + i));
              file.set("data", component.isInline() ? name : model.local("text" + i));
              file.set("reference", name + " == null ? 0 : " + id(component));
              file.set("text", name + (component.isSymbol() ? ".value()" : ".name()"));
              boolean isText = component.type() != FieldType.BYTES;
              file.set(
                  "size", file.fill(isText ? "bytes($data)" : "$data == null ? -1 : $data.length"));
              file.set(
                  "put",
                  file.fill(
                      isText
                          ? "putText($row, $end, $data, $bytes)"
                          : "putBytes($row, $end, $data)"));
              file.add(template);
            });
  }

  private static String id(Component component) {
    String name = component.name();
    return component.isSymbol() ? name + ".id()" : "this." + name + "Ids[" + name + ".ordinal()]";
  }

  private IntStream references(Predicate<Component> wanted) {
    return IntStream.range(0, model.components().size())
        .filter(i -> model.components().get(i).isReference())
        .filter(i -> wanted.test(model.components().get(i)));
  }

  private String join(String separator, Function<Component, String> part) {
    return model.components().stream().map(part).collect(Collectors.joining(separator));
  }
}
