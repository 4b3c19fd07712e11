package dev.sluice.tools.report;

import dev.sluice.analysis.operations.Signature;
import dev.sluice.tools.format.SafeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Numbers of operations, and names as short as is unambiguous. For one thread. */
final class OperationIndex {
  private static final List<UnaryOperator<String>> FORMS =
      List.of(
          Signature::name,
          Signature::brief,
          signature -> last(packageOf(signature)) + Signature.brief(signature),
          signature -> signature);

  private final Map<String, Integer> numbers = new LinkedHashMap<>();

  /** Returns the number of an operation, which it gets if it has none; -1 for null. */
  int of(String signature) {
    return signature == null ? -1 : numbers.computeIfAbsent(signature, name -> numbers.size());
  }

  /** Returns all in the order of their numbers. */
  List<String> signatures() {
    return List.copyOf(numbers.keySet());
  }

  /** Returns the name of each, made longer until no two are equal. */
  List<String> labels() {
    List<String> all = signatures();
    String[] labels = new String[all.size()];
    for (UnaryOperator<String> form : FORMS) {
      Map<String, Long> uses =
          all.stream()
              .filter(signature -> labels[numbers.get(signature)] == null)
              .collect(Collectors.groupingBy(form, Collectors.counting()));
      for (String signature : all) {
        String label = form.apply(signature);
        if (labels[numbers.get(signature)] == null && uses.get(label) == 1) {
          labels[numbers.get(signature)] = SafeText.line(label);
        }
      }
    }
    return new ArrayList<>(Arrays.asList(labels));
  }

  /** Returns the package of the class, or nothing. */
  static String packageOf(String signature) {
    String type = Signature.type(signature);
    int end = type.length() - Signature.simple(type).length();
    return end > 1 && signature.contains("(") ? type.substring(0, end - 1) : "";
  }

  private static String last(String name) {
    return name.isEmpty() ? "" : name.substring(name.lastIndexOf('.') + 1) + ".";
  }
}
