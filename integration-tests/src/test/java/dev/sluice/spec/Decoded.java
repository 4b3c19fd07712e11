package dev.sluice.spec;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a decoder made of some bytes.
 *
 * @param exitCode 0 all decoded, 1 something damaged, 2 no chunk at all
 * @param lines the records' JSON form
 * @param damages what was skipped and why, one line each; not to be compared between decoders
 */
record Decoded(int exitCode, byte[] lines, List<String> damages) {
  /** What must be the same for every decoder. */
  String comparable() {
    return "exit code " + exitCode + "\n" + new String(lines, StandardCharsets.UTF_8);
  }
}
