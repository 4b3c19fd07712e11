/** Code that serializers share. Depends on the contracts of {@code dev.sluice.api} alone. */
module dev.sluice.serializers.support {
  requires transitive dev.sluice.api;

  exports dev.sluice.serializers.support;
}
