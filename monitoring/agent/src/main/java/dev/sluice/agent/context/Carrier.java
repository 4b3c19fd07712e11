package dev.sluice.agent.context;

import java.util.List;

/**
 * How a context is read from a kind of request or message, and written to it. Any thread.
 *
 * @param medium what carries it: {@code http} or {@code kafka}
 */
record Carrier(String medium, Reader reader, Writer writer) {
  /** Gives all values of a header field, in order; an empty list if there is none. */
  @FunctionalInterface
  interface Reader {
    List<String> values(Object carrier, String name) throws Exception;
  }

  /** Sets a field; returns the carrier that has it, another one if the given cannot be changed. */
  @FunctionalInterface
  interface Writer {
    Object with(Object carrier, String name, String value) throws Exception;
  }
}
