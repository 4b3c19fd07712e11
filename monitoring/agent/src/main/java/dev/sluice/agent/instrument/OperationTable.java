package dev.sluice.agent.instrument;

import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.select.Candidate;
import dev.sluice.monitoring.select.Rule;
import dev.sluice.monitoring.select.Rules;
import dev.sluice.monitoring.switches.RuleSwitches;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Table of operations by their numbers from 0. Its size is bounded by the methods of the classes
 * that are loaded at a time: a number is assigned when a class is first instrumented, and reused
 * when that class is unloaded and so nothing can execute the method any more. Numbers of an agent
 * that was stopped are never given again: methods without the probe may still be executed with it.
 */
final class OperationTable {
  private static final int MIN_SIZE = 256;

  private final Map<ClassLoader, Map<String, Integer>> numbers = new WeakHashMap<>();
  private Probes probes;
  private RuleSwitches switches;
  private Operation[] operations = new Operation[MIN_SIZE];
  private final ArrayDeque<Integer> free = new ArrayDeque<>();
  private int enough = MIN_SIZE;
  private int size;
  private int first;

  /** Sets the probes that record operations that are added from now on, and their switches. */
  synchronized void begin(Probes probes, RuleSwitches switches) {
    this.probes = probes;
    this.switches = switches;
    free.clear();
    first = size;
  }

  /**
   * Forgets the operations since {@link #begin}. Executions that have begun fail to be recorded
   * when they end, which their probe ignores.
   */
  synchronized void end() {
    probes = null;
    switches = null;
    numbers.clear();
    Arrays.fill(operations, first, size, null);
  }

  /**
   * Returns the number for an operation of a class that is about to be defined or transformed
   * again. Any thread.
   *
   * @param rules those that choose it
   * @param owner the class loader with which the operation goes
   */
  synchronized int add(Candidate candidate, List<Rule> rules, ClassLoader owner) {
    int number =
        numbers
            .computeIfAbsent(owner, loader -> new HashMap<>())
            .computeIfAbsent(
                candidate.signature(),
                signature -> next(signature, candidate.type(), rules, owner));
    switches.add(operations[number], candidate, rules);
    return number;
  }

  private int next(String signature, String type, List<Rule> rules, ClassLoader owner) {
    Operation operation = probes.operation(signature, type, Rules.kinds(rules), owner);
    int number = free.isEmpty() ? unused() : free.poll();
    operations[number] = operation;
    return number;
  }

  /**
   * Removes unloaded operations if there are twice as many numbers as were needed; returns an
   * unused number.
   */
  private int unused() {
    if (size >= enough) {
      for (int number = first; number < size; number++) {
        if (operations[number] != null && operations[number].isUnloaded()) {
          free.add(number);
          operations[number] = null;
        }
      }
      enough = Math.max(MIN_SIZE, 2 * (size - free.size()));
    }
    if (!free.isEmpty()) {
      return free.poll();
    }
    if (size == operations.length) {
      // Before the number is taken: if memory is short, there is none without an operation.
      operations = Arrays.copyOf(operations, 2 * size);
    }
    return size++;
  }

  /** Returns the number of numbers that were ever assigned. */
  synchronized int size() {
    return size;
  }

  /**
   * Returns the operation with this number. Not synchronized: a thread that runs an instrumented
   * method sees the definition of its class, and so everything stored before it.
   */
  Operation operation(int number) {
    return operations[number];
  }
}
