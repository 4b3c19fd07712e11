/** The record model, the chunk header and the SPI of Sluice. Depends on the JDK alone. */
module dev.sluice.api {
  exports dev.sluice.api.chunk;
  exports dev.sluice.api.config;
  exports dev.sluice.api.platform;
  exports dev.sluice.api.record;
  exports dev.sluice.api.spi;
}
