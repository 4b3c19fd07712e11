package dev.sluice.cli.trace;

import dev.sluice.analysis.operations.Signature;
import dev.sluice.cli.format.SafeText;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names of operations in a table: brief, unless two would have the same. */
public final class OperationNames {
  private OperationNames() {}

  /** The name of each of these operations. */
  public static UnaryOperator<String> of(Stream<String> signatures) {
    List<String> all = signatures.toList();
    Map<String, Long> uses =
        all.stream().collect(Collectors.groupingBy(Signature::brief, Collectors.counting()));
    return signature -> {
      String brief = Signature.brief(signature);
      return SafeText.line(uses.get(brief) > 1 ? signature : brief);
    };
  }
}
