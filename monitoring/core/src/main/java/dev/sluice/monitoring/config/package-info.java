/**
 * Configuration of a monitor: its sources ({@link
 * dev.sluice.monitoring.config.ConfigurationSources}) and the values in effect ({@link
 * dev.sluice.monitoring.config.Configuration}).
 */
package dev.sluice.monitoring.config;
