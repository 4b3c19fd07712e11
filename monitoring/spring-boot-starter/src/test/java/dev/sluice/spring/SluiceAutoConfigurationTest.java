package dev.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Setting;
import dev.sluice.api.record.RowSink;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.micrometer.MonitorMetrics;
import dev.sluice.monitoring.micrometer.ObservationRecorder;
import dev.sluice.spring.shop.OrderPlacedWriter;
import dev.sluice.spring.shop.OrderPlaced_HitWriter;
import dev.sluice.spring.shop.Shop;
import dev.sluice.testkit.Warns;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * With either version of Spring Boot. A {@code sluice.properties} with a mistake lies on the class
 * path: nobody reads it.
 */
class SluiceAutoConfigurationTest {
  @TempDir private Path directory;

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(SluiceAutoConfiguration.class));

  private ApplicationContextRunner on() {
    return runner.withPropertyValues("sluice.sink=file:" + directory.resolve("records"));
  }

  private static ApplicationContextRunner environment(
      ApplicationContextRunner runner, Map<String, Object> variables) {
    return runner.withInitializer(
        context ->
            context
                .getEnvironment()
                .getPropertySources()
                .replace(
                    StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                    new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables)));
  }

  private static Map<String, Setting> settings(Monitor monitor) {
    return monitor.configuration().settings().stream()
        .collect(Collectors.toMap(Setting::key, Function.identity()));
  }

  @Test
  void sink_switches_a_monitor_on_that_is_named_as_the_application() {
    on().withPropertyValues("spring.application.name=shop", "sluice.delay=1s")
        .run(
            context -> {
              Monitor monitor = context.getBean(Monitor.class);
              assertThat(monitor.isEnabled()).isTrue();
              assertThat(monitor.report().producerName()).isEqualTo("shop");
              assertThat(settings(monitor).get("attributes.service").value()).isEqualTo("shop");
              assertThat(settings(monitor).get("delay").value()).isEqualTo("1s");
              assertThat(settings(monitor).get("delay").origin()).contains("sluice.delay");
              assertThat(context.getBean(RowSink.class)).isSameAs(monitor.sink());
              assertThat(Monitor.process()).isSameAs(monitor);
              assertThat(context).hasSingleBean(MonitorMetrics.class);
              assertThat(context).hasSingleBean(ObservationRecorder.class);
            });
  }

  @Test
  @Warns("unknown option 'home' (environment variable SLUICE_HOME); it is ignored")
  void environment_goes_before_files_and_its_variables_may_be_of_others() {
    environment(
            on().withPropertyValues("sluice.samplers[0]=heap", "sluice.samplers[1]=gc"),
            Map.of(
                "SLUICE_CHUNK_RECORDS", "77",
                "SLUICE_HOME", "/opt/sluice",
                "SLUICE_SERVICE_HOST", "10.0.0.1"))
        .withPropertyValues("shop.size=5s", "sluice.delay=${shop.size}")
        .run(
            context -> {
              Monitor monitor = context.getBean(Monitor.class);
              Setting records = settings(monitor).get("chunk.records");
              assertThat(records.value()).isEqualTo("77");
              assertThat(records.origin()).contains("SLUICE_CHUNK_RECORDS");
              assertThat(settings(monitor).get("samplers").value()).isEqualTo("heap,gc");
              assertThat(settings(monitor).get("delay").value()).isEqualTo("5s");
            });
  }

  @Test
  @Warns("sluice.config is not read here")
  void file_of_ours_is_not_read_and_that_is_told() {
    on().withPropertyValues("sluice.config=nowhere.properties")
        .run(context -> assertThat(context.getBean(Monitor.class).isEnabled()).isTrue());
  }

  @Test
  void source_that_spring_asks_first_wins() {
    environment(runner, Map.of("SLUICE_SINK", "file:" + directory.resolve("variable")))
        .withInitializer(
            context ->
                context
                    .getEnvironment()
                    .getPropertySources()
                    .addLast(new MapPropertySource("file", Map.of("sluice.sink", "file:lower"))))
        .run(
            context ->
                assertThat(context.getBean(Monitor.class).configuration().sink())
                    .endsWith("variable"));
  }

  @Test
  void mistakes_are_told_at_once_with_their_origins() {
    on().withPropertyValues(
            "sluice.delai=1s", "sluice.policy=never", "sluice.token=12", "sluice.observations=on")
        .run(
            context -> {
              assertThat(context).hasFailed();
              var analysis =
                  new ConfigurationFailureAnalyzer().analyze(context.getStartupFailure());
              assertThat(analysis.getDescription())
                  .contains(
                      "unknown option 'delai'",
                      "did you mean 'delay'?",
                      "option 'policy' must be one of",
                      "option 'observations' must be",
                      "\"sluice.policy\" from property source \"test\"")
                  .doesNotContain("12");
              assertThat(analysis.getAction()).contains("sluice.");
            });
  }

  @Test
  void monitor_is_off_without_a_sink() {
    on().withPropertyValues("sluice.delay=1s", "sluice.sink=")
        .run(
            context -> {
              Monitor monitor = context.getBean(Monitor.class);
              monitor.enable(true);
              assertThat(monitor.isEnabled()).isFalse();
              assertThat(new RecordHealth(monitor).<String>check((status, details) -> status))
                  .isEqualTo("UP");
              assertThat(new SluiceEndpoint(monitor).read().state()).isEqualTo("off");
            });
  }

  @Test
  void program_need_not_know_of_it() {
    runner.run(
        context -> assertThat(context.getBean(Monitor.class).configuration().sink()).isEmpty());
  }

  @Test
  void monitor_of_the_program_goes_before() {
    on().withUserConfiguration(OwnMonitor.class)
        .run(
            context -> {
              assertThat(context).hasSingleBean(Monitor.class).hasBean("own");
              assertThat(context.getBean(RowSink.class))
                  .isSameAs(context.getBean(Monitor.class).sink());
            });
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnMonitor {
    @Bean
    Monitor own() {
      return Monitor.builder().off();
    }
  }

  @Test
  void program_without_micrometer_and_actuator_needs_neither() {
    on().withClassLoader(
            new FilteredClassLoader("io.micrometer", "org.springframework.boot.actuate"))
        .run(
            context -> {
              assertThat(context).hasNotFailed().hasSingleBean(Monitor.class);
              assertThat(context).doesNotHaveBean(SluiceEndpoint.class);
            });
    on().withClassLoader(new FilteredClassLoader(MeterRegistry.class))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(MonitorMetrics.class)
                    .doesNotHaveBean(ObservationRecorder.class));
  }

  @Test
  void observations_can_be_left_out() {
    on().withPropertyValues("sluice.observations=false")
        .run(context -> assertThat(context).doesNotHaveBean(ObservationRecorder.class));
  }

  @Test
  void row_writers_of_the_program_are_beans_unless_it_makes_its_own() {
    on().withUserConfiguration(InShop.class)
        .run(
            context -> {
              assertThat(context).hasSingleBean(OrderPlacedWriter.class);
              assertThat(context).hasSingleBean(OrderPlaced_HitWriter.class);
              Monitor monitor = context.getBean(Monitor.class);
              context.getBean(OrderPlaced_HitWriter.class).emit(System.nanoTime());
              assertThat(monitor.flush(Monitor.CLOSE_TIMEOUT)).isTrue();
              assertThat(monitor.report().acknowledged()).isEqualTo(2);
            });
    on().withUserConfiguration(InShop.class, OwnWriter.class)
        .run(context -> assertThat(context.getBean(OrderPlacedWriter.class)).isSameAs(OWN));
  }

  @Configuration(proxyBeanMethods = false)
  @AutoConfigurationPackage(basePackageClasses = Shop.class)
  static class InShop {}

  private static final OrderPlacedWriter OWN =
      OrderPlacedWriter.create(Monitor.builder().off().sink());

  @Configuration(proxyBeanMethods = false)
  static class OwnWriter {
    @Bean
    OrderPlacedWriter own() {
      return OWN;
    }
  }

  @Test
  void endpoint_shows_figures_and_options_and_no_secret() {
    runner
        .withPropertyValues("sluice.sink=file:" + directory + "/a?delay=1s")
        .withPropertyValues("sluice.attributes.access.token=geheim")
        .run(
            context -> {
              SluiceEndpoint.Answer answer =
                  new SluiceEndpoint(context.getBean(Monitor.class)).read();
              assertThat(answer.state()).isEqualTo("running");
              assertThat(answer.figures()).containsEntry("emitted", 1L);
              assertThat(answer.configuration())
                  .extracting(Setting::toString)
                  .contains("delay = 1s (URI)")
                  .anyMatch(line -> line.startsWith("sink = file:" + directory + "/a ("))
                  .anyMatch(line -> line.startsWith("attributes.access.token = **** "));
              assertThat(answer.toString()).doesNotContain("geheim");
            });
  }

  @Test
  void context_that_ends_closes_the_monitor_within_the_timeout() {
    Monitor[] closed = {null};
    on().withPropertyValues("sluice.exit.timeout=10s")
        .run(context -> closed[0] = context.getBean(Monitor.class));
    assertThat(closed[0].isEnabled()).isTrue();
    assertThat(closed[0].figures().status().state().label()).isEqualTo("closed");
    assertThat(closed[0].report().acknowledged()).isEqualTo(1);
  }
}
