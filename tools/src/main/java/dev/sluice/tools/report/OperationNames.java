package dev.sluice.tools.report;

import dev.sluice.analysis.operations.Signature;
import dev.sluice.tools.format.SafeText;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names of operations and classes: brief, unless two would have the same. */
public final class OperationNames {
  private OperationNames() {}

  /** Returns the name of each of these operations. */
  public static UnaryOperator<String> of(Stream<String> signatures) {
    return of(signatures, Signature::brief);
  }

  /** Returns the name of each of these classes. */
  static UnaryOperator<String> ofTypes(Stream<String> types) {
    return of(types, Signature::simple);
  }

  private static UnaryOperator<String> of(Stream<String> all, UnaryOperator<String> shorter) {
    Map<String, Long> uses =
        all.distinct().collect(Collectors.groupingBy(shorter, Collectors.counting()));
    return name -> {
      String brief = shorter.apply(name);
      return SafeText.line(uses.getOrDefault(brief, 0L) > 1 ? name : brief);
    };
  }
}
