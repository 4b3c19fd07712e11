package dev.sluice.agent.instrument;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import java.util.Arrays;

/**
 * Numbers operations from 0 and gives their symbols back. Bounded by the methods of the program: a
 * number is given when a class is instrumented, and classes that are unloaded give theirs back only
 * with the JVM.
 */
final class OperationTable {
  private final RowSink sink;
  private Symbol[] symbols = new Symbol[256];
  private int size;

  OperationTable(RowSink sink) {
    this.sink = sink;
  }

  /**
   * The number for an operation of a class that is about to be defined. Any thread.
   *
   * @param owner the class loader with which the operation goes
   */
  synchronized int add(String signature, ClassLoader owner) {
    Symbol symbol = sink.symbol(signature, owner);
    Symbol[] target = size < symbols.length ? symbols : Arrays.copyOf(symbols, 2 * size);
    target[size] = symbol;
    symbols = target;
    return size++;
  }

  /**
   * The operation's symbol. Not synchronized: whoever runs an instrumented method sees its class
   * defined, and so what was stored before.
   */
  Symbol symbol(int operation) {
    return symbols[operation];
  }
}
