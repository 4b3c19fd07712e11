package dev.sluice.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.platform.Worker;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.support.platform.SystemPlatform;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.Value;
import io.opentelemetry.api.logs.LogRecordBuilder;
import io.opentelemetry.api.logs.Logger;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.internal.DefaultConfigProperties;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.metrics.Aggregation;
import io.opentelemetry.sdk.metrics.InstrumentSelector;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.View;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs and metrics, and all signals as the SDK configures itself. */
@Tag("one-jdk")
class SignalsTest {
  private static final int LOGS = 500;

  @TempDir private Path directory;

  private Telemetry open() {
    return Telemetry.of(
        Monitor.builder()
            .configuration(ConfigurationSources.none())
            .logged(false)
            .open("file:" + directory.resolve("records") + "?policy=block&metadata=false"));
  }

  /** What the export gives back: each resource with one scope and its items. */
  private List<JsonNode> exported(String groups, String items) throws Exception {
    Path file = directory.resolve("exported.jsonl");
    Files.deleteIfExists(file);
    Recording.sluice("export", directory.resolve("records").toString(), "--to", "otlp:" + file);
    List<JsonNode> all = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      for (JsonNode resource : new ObjectMapper().readTree(line).path("resource" + groups)) {
        for (JsonNode scope : resource.get("scope" + groups)) {
          scope.get(items).forEach(all::add);
        }
      }
    }
    return all;
  }

  @Test
  void every_field_of_logs_comes_back() throws Exception {
    Map<Long, LogRecordData> expected = new HashMap<>();
    SdkLoggerProvider provider =
        SdkLoggerProvider.builder()
            .addLogRecordProcessor(new LogRecorder(open()))
            .addLogRecordProcessor(
                (context, log) ->
                    expected.put(
                        log.toLogRecordData().getTimestampEpochNanos(), log.toLogRecordData()))
            .build();
    Random random = new Random(7);
    Logger logger = provider.get("com.acme.Shop");
    SpanContext place =
        SpanContext.create(
            "0af7651916cd43dd8448eb211c80319c",
            "b7ad6b7169203331",
            TraceFlags.getSampled(),
            TraceState.getDefault());
    for (int i = 1; i <= LOGS; i++) {
      LogRecordBuilder log = logger.logRecordBuilder().setTimestamp(i, TimeUnit.MICROSECONDS);
      log.setSeverity(Severity.values()[random.nextInt(25)]);
      log.setContext(i % 2 == 0 ? Context.root() : Context.root().with(Span.wrap(place)));
      log.setBody(
          i % 3 == 0
              ? Value.of(Map.of("a\n", Value.of(Value.of(1), Value.of(new byte[] {1, 2}))))
              : Value.of("order " + i + "\n\"placed\""));
      if (i % 5 == 0) {
        log.setSeverityText("FATAL");
      }
      log.setAllAttributes(RandomSpans.attributes(random, 4)).emit();
    }
    Logger kafka = provider.get("org.apache.kafka.clients.NetworkClient");
    Worker sink = SystemPlatform.get().run("s", () -> kafka.logRecordBuilder().setBody("x").emit());
    assertThat(sink.join(TimeUnit.SECONDS.toNanos(10))).isTrue();
    assertThat(provider.shutdown().join(10, TimeUnit.SECONDS).isSuccess()).isTrue();

    List<JsonNode> logs = exported("Logs", "logRecords");
    assertThat(logs).hasSize(LOGS);
    for (JsonNode log : logs) {
      LogRecordData data = expected.get(log.get("timeUnixNano").asLong());
      assertThat(OtlpValues.attributes(log)).isEqualTo(OtlpValues.attributes(data.getAttributes()));
      assertThat(log.get("observedTimeUnixNano").asLong())
          .isEqualTo(data.getObservedTimestampEpochNanos());
      assertThat(log.get("severityNumber").asInt())
          .isEqualTo(data.getSeverity().getSeverityNumber());
      assertThat(log.path("severityText").asText(null)).isEqualTo(data.getSeverityText());
      assertThat(OtlpValues.value(log.get("body")))
          .isEqualTo(OtlpValues.plain(data.getBodyValue()));
      boolean isPlaced = data.getSpanContext().isValid();
      assertThat(log.path("traceId").asText(null)).isEqualTo(isPlaced ? place.getTraceId() : null);
      assertThat(log.path("spanId").asText(null)).isEqualTo(isPlaced ? place.getSpanId() : null);
    }
  }

  @Test
  void points_of_metrics_come_back() throws Exception {
    SdkMeterProvider provider =
        SdkMeterProvider.builder()
            .registerView(
                InstrumentSelector.builder().setName("sizes").build(),
                View.builder()
                    .setAggregation(Aggregation.base2ExponentialBucketHistogram())
                    .build())
            .registerMetricReader(PeriodicMetricReader.create(new MetricRecorder(open())))
            .build();
    Meter meter = provider.get("shop");
    Attributes kiel = Attributes.builder().put("city", "Kiel").build();
    meter.counterBuilder("orders").setUnit("{order}").setDescription("placed").build().add(3, kiel);
    meter.upDownCounterBuilder("open").build().add(-2);
    meter.gaugeBuilder("load").build().set(0.5);
    meter
        .histogramBuilder("times")
        .setExplicitBucketBoundariesAdvice(List.of(1.0, 2.0))
        .build()
        .record(1.5, kiel);
    meter.histogramBuilder("sizes").build().record(8);
    assertThat(provider.shutdown().join(10, TimeUnit.SECONDS).isSuccess()).isTrue();

    Map<String, JsonNode> metrics = new HashMap<>();
    exported("Metrics", "metrics").forEach(one -> metrics.put(one.get("name").asText(), one));
    assertThat(metrics).containsOnlyKeys("orders", "open", "load", "times", "sizes");
    JsonNode orders = metrics.get("orders");
    assertThat(orders.get("unit").asText()).isEqualTo("{order}");
    assertThat(orders.get("description").asText()).isEqualTo("placed");
    assertThat(orders.at("/sum/isMonotonic").asBoolean()).isTrue();
    assertThat(orders.at("/sum/aggregationTemporality").asInt()).isEqualTo(2);
    assertThat(orders.at("/sum/dataPoints/0/asInt").asText()).isEqualTo("3");
    assertThat(OtlpValues.attributes(orders.at("/sum/dataPoints/0")))
        .isEqualTo(Map.of("city", "Kiel"));
    assertThat(metrics.get("open").at("/sum/isMonotonic").asBoolean()).isFalse();
    assertThat(metrics.get("open").at("/sum/dataPoints/0/asInt").asText()).isEqualTo("-2");
    assertThat(metrics.get("load").at("/gauge/dataPoints/0/asDouble").asDouble()).isEqualTo(0.5);
    JsonNode times = metrics.get("times").at("/histogram/dataPoints/0");
    assertThat(times.get("explicitBounds").toString()).isEqualTo("[1.0,2.0]");
    assertThat(times.get("bucketCounts").toString()).isEqualTo("[\"0\",\"1\",\"0\"]");
    assertThat(times.get("count").asText()).isEqualTo("1");
    assertThat(times.get("max").asDouble()).isEqualTo(1.5);
    JsonNode sizes = metrics.get("sizes").at("/exponentialHistogram/dataPoints/0");
    assertThat(sizes.at("/positive/bucketCounts").toString()).isEqualTo("[\"1\"]");
    assertThat(sizes.get("sum").asDouble()).isEqualTo(8);
  }

  @Test
  void sink_is_closed_by_its_last_user_however_often_another_ends() throws Exception {
    ConfigProperties config =
        DefaultConfigProperties.createFromMap(
            Map.of("otel.sluice.sink", "file:" + directory.resolve("records") + "?policy=block"));
    SpanRecorder spans = new SpanRecorder(Telemetry.open(config));
    SdkLoggerProvider provider =
        SdkLoggerProvider.builder()
            .addLogRecordProcessor(new LogRecorder(Telemetry.open(config)))
            .build();
    assertThat(spans.shutdown().join(10, TimeUnit.SECONDS).isSuccess()).isTrue();
    spans.close(); // an exporter is shut down by it, too
    Logger logger = provider.get("shop");
    logger.logRecordBuilder().setBody("placed").emit();
    assertThat(provider.shutdown().join(10, TimeUnit.SECONDS).isSuccess()).isTrue();
    assertThat(exported("Logs", "logRecords")).hasSize(1);

    LogRecorder next = new LogRecorder(Telemetry.open(config));
    assertThat(provider.shutdown().join(10, TimeUnit.SECONDS).isSuccess()).isTrue();
    provider = SdkLoggerProvider.builder().addLogRecordProcessor(next).build();
    provider.get("shop").logRecordBuilder().setBody("paid").emit();
    assertThat(provider.shutdown().join(10, TimeUnit.SECONDS).isSuccess()).isTrue();
    assertThat(exported("Logs", "logRecords")).hasSize(2);
  }

  /** As a program that has nothing but properties: with processors, or with exporters. */
  @ParameterizedTest
  @ValueSource(strings = {"none", "sluice"})
  void signals_are_recorded_once_as_properties_say(String exporter) throws Exception {
    Map<String, String> properties =
        Map.of(
            "otel.sluice.sink",
            "file:" + directory.resolve("records") + "?policy=block",
            "otel.service.name",
            "shop",
            "otel.traces.exporter",
            exporter,
            "otel.logs.exporter",
            exporter,
            "otel.metrics.exporter",
            "sluice");
    OpenTelemetrySdk sdk =
        AutoConfiguredOpenTelemetrySdk.builder()
            .addPropertiesSupplier(() -> properties)
            .disableShutdownHook()
            .build()
            .getOpenTelemetrySdk();
    sdk.getTracer("shop").spanBuilder("order").startSpan().end();
    sdk.getLogsBridge().get("shop").logRecordBuilder().setBody("placed").emit();
    sdk.getMeter("shop").counterBuilder("orders").build().add(1);
    assertThat(sdk.shutdown().join(20, TimeUnit.SECONDS).isSuccess()).isTrue();

    assertThat(exported("Spans", "spans")).hasSize(1);
    assertThat(exported("Logs", "logRecords")).hasSize(1);
    assertThat(exported("Metrics", "metrics"))
        .anyMatch(one -> one.get("name").asText().equals("orders"));
    assertThat(Recording.sluice("verify", directory.resolve("records").toString()))
        .anyMatch(line -> line.contains("complete"));
  }
}
