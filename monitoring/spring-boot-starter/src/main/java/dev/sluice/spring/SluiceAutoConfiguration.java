package dev.sluice.spring;

import dev.sluice.api.record.RowSink;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.micrometer.MonitorMetrics;
import dev.sluice.monitoring.micrometer.ObservationRecorder;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration that opens the monitor and connects it to Actuator and Micrometer, if they are
 * present.
 */
@AutoConfiguration
public final class SluiceAutoConfiguration {
  @Bean(RowWriterBeans.MONITOR)
  @ConditionalOnMissingBean
  Monitor sluiceMonitor(Environment environment) {
    return SpringMonitor.open(environment);
  }

  @Bean
  @ConditionalOnMissingBean
  RowSink sluiceRowSink(Monitor monitor) {
    return monitor.sink();
  }

  @Bean
  static RowWriterBeans sluiceRowWriters() {
    return new RowWriterBeans();
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  static final class Micrometer {
    @Bean
    @ConditionalOnMissingBean
    MonitorMetrics sluiceMetrics(Monitor monitor) {
      return new MonitorMetrics(monitor);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty(name = "sluice.observations", matchIfMissing = true)
    ObservationRecorder sluiceObservations(Monitor monitor, Environment environment) {
      boolean on = environment.getProperty("sluice.context", Boolean.class, false);
      return new ObservationRecorder(monitor, on);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
  static final class Endpoint {
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    SluiceEndpoint sluiceEndpoint(Monitor monitor) {
      return new SluiceEndpoint(monitor);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(HealthIndicator.class)
  static final class Health3 {
    @Bean
    @ConditionalOnEnabledHealthIndicator("sluice")
    HealthIndicator sluiceHealthIndicator(Monitor monitor) {
      RecordHealth health = new RecordHealth(monitor);
      return () -> health.check((status, told) -> Health.status(status).withDetails(told).build());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(org.springframework.boot.health.contributor.HealthIndicator.class)
  static final class Health4 {
    @Bean
    @org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator(
        "sluice")
    org.springframework.boot.health.contributor.HealthIndicator sluiceHealthIndicator(
        Monitor monitor) {
      RecordHealth health = new RecordHealth(monitor);
      return () ->
          health.check(
              (status, told) ->
                  org.springframework.boot.health.contributor.Health.status(status)
                      .withDetails(told)
                      .build());
    }
  }
}
