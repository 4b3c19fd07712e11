package dev.sluice.source;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.ArrayInitializerExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;

/**
 * Estimates how large the byte code of a body may become. The compiler refuses methods of 64 KiB
 * and writes what is in {@code finally} once for each exit; a body that a probe might bring over
 * that limit is left unchanged.
 */
final class BytecodeEstimate {
  /** Maximum estimate in bytes; below 64 KiB by the error of the estimate. */
  private static final int LIMIT = 50_000;

  private static final int PER_NODE = 2;
  private static final int PER_ELEMENT = 8;
  private static final int PER_RETURN = 40;

  private BytecodeEstimate() {}

  static boolean isTooMuch(BlockStmt body) {
    int[] bytes = {0};
    body.walk(node -> bytes[0] += weight(node));
    return bytes[0] > LIMIT;
  }

  private static int weight(Node node) {
    if (node instanceof ArrayInitializerExpr array) {
      return PER_ELEMENT * array.getValues().size();
    }
    return node instanceof ReturnStmt ? PER_RETURN : PER_NODE;
  }
}
