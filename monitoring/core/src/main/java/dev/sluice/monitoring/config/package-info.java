/**
 * Where a monitor's configuration comes from ({@link
 * dev.sluice.monitoring.config.ConfigurationSources}) and what is in effect ({@link
 * dev.sluice.monitoring.config.Configuration}).
 */
package dev.sluice.monitoring.config;
