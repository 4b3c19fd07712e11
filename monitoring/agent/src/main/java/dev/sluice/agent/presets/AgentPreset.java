package dev.sluice.agent.presets;

import dev.sluice.agent.bootstrap.Preset;

/** Finds what to do at a place by its number. */
final class AgentPreset extends Preset {
  private final Around[] places;

  AgentPreset(Around[] places) {
    this.places = places;
  }

  @Override
  protected Object began(int place, Object self, Object first, Object second) throws Exception {
    Around around = places[place];
    return around == null ? null : around.begin(self, first, second);
  }

  @Override
  protected Object ended(Object begun, Object result, Throwable failure) throws Exception {
    return ((Around.Ending) begun).end(result, failure);
  }
}
