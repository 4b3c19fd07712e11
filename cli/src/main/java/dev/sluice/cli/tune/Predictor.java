package dev.sluice.cli.tune;

import dev.sluice.cli.Progress;
import java.util.List;

/** Finds out what settings do to a recording, with the collector itself on a virtual clock. */
final class Predictor {
  private Predictor() {}

  /** One prediction for each setting, in their order; all processors work. */
  static List<Prediction> predict(Recording recording, List<Setting> settings, Progress progress) {
    throw new UnsupportedOperationException();
  }
}
