package dev.sluice.cli.tune;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The settings that are compared: all combinations of some values for each option, and the default.
 */
final class Grid {
  private final List<Setting> settings;

  private Grid(Set<Setting> settings) {
    this.settings = List.copyOf(settings);
  }

  /** Lists as the user gave them, each null for our own. */
  record Lists(
      List<Integer> chunkRecords,
      List<Integer> chunkBytes,
      List<Duration> delays,
      List<String> serializers,
      List<String> compressions) {}

  static Grid of(Lists given) {
    Set<Setting> settings = new LinkedHashSet<>();
    settings.add(Setting.defaults());
    return new Grid(settings);
  }

  /** All settings; the default is the first. */
  List<Setting> settings() {
    return new ArrayList<>(settings);
  }
}
