package dev.sluice.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.TraceStateBuilder;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Spans with everything that a span may have, ordinary and odd. */
final class RandomSpans {
  private static final List<String> TEXTS =
      List.of(
          "",
          "GET",
          "/orders/{id}",
          "a\nb",
          "\\n",
          "\\",
          "\"'{}[],:",
          "ä€\uD83D\uDE00",
          "\u0000\u001f",
          "\n",
          "x".repeat(40_000),
          "l:k");
  private static final double[] DOUBLES = {
    0, -0.0, 1e-320, 1e300, Math.PI, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY
  };

  private final Random random;
  private final SdkTracerProvider provider;

  RandomSpans(Random random, SdkTracerProvider provider) {
    this.random = random;
    this.provider = provider;
  }

  private static String text(Random random) {
    return random.nextInt(3) == 0
        ? "t" + random.nextInt()
        : TEXTS.get(random.nextInt(TEXTS.size()));
  }

  private static long number(Random random) {
    return random.nextBoolean() ? random.nextLong() : random.nextInt(300);
  }

  private static double fraction(Random random) {
    return random.nextBoolean() ? random.nextGaussian() : DOUBLES[random.nextInt(DOUBLES.length)];
  }

  static Attributes attributes(Random random, int most) {
    AttributesBuilder all = Attributes.builder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      String key = random.nextInt(9) == 0 ? "k\n\\" + random.nextInt(9) : "k." + random.nextInt(99);
      int size = random.nextInt(4);
      switch (random.nextInt(8)) {
        case 0 -> all.put(AttributeKey.stringKey(key), text(random));
        case 1 -> all.put(AttributeKey.longKey(key), number(random));
        case 2 -> all.put(AttributeKey.doubleKey(key), fraction(random));
        case 3 -> all.put(AttributeKey.booleanKey(key), random.nextBoolean());
        case 4 ->
            all.put(
                AttributeKey.stringArrayKey(key),
                Stream.generate(() -> text(random)).limit(size).toList());
        case 5 ->
            all.put(
                AttributeKey.longArrayKey(key),
                Stream.generate(() -> number(random)).limit(size).toList());
        case 6 ->
            all.put(
                AttributeKey.doubleArrayKey(key),
                Stream.generate(() -> fraction(random)).limit(size).toList());
        default ->
            all.put(
                AttributeKey.booleanArrayKey(key),
                Stream.generate(random::nextBoolean).limit(size).toList());
      }
    }
    return all.build();
  }

  private TraceState state() {
    TraceStateBuilder state = TraceState.builder();
    IntStream.range(0, random.nextInt(4) == 0 ? random.nextInt(4) : 0)
        .forEach(i -> state.put("k" + i, "v" + random.nextInt(99)));
    return state.build();
  }

  private SpanContext context() {
    String trace = TraceId.fromLongs(random.nextLong(), 1 + random.nextInt(9));
    String span = SpanId.fromLong(1 + random.nextInt(9));
    TraceFlags flags = TraceFlags.fromByte((byte) (1 | random.nextInt(4)));
    return random.nextBoolean()
        ? SpanContext.createFromRemoteParent(trace, span, flags, state())
        : SpanContext.create(trace, span, flags, state());
  }

  /** Begins and ends one; its parent is the one before, one of another process, or none. */
  Span span(Span before) {
    Tracer tracer =
        provider
            .tracerBuilder("scope" + random.nextInt(3))
            .setInstrumentationVersion(random.nextBoolean() ? "1." + random.nextInt(2) : null)
            .setSchemaUrl(random.nextBoolean() ? "https://example.org/{a}" : null)
            .build();
    SpanBuilder builder = tracer.spanBuilder(text(random)).setSpanKind(kind());
    Span parent = random.nextInt(4) == 0 ? Span.wrap(context()) : before;
    boolean isRoot = random.nextInt(4) == 0;
    builder.setParent(isRoot ? Context.root() : Context.root().with(parent));
    if (random.nextInt(4) == 0) {
      builder.setStartTimestamp(random.nextInt(), TimeUnit.MICROSECONDS);
    }
    for (int i = random.nextInt(3) == 0 ? random.nextInt(6) : 0; i > 0; i--) {
      builder.addLink(context(), attributes(random, 3));
    }
    Span span = builder.startSpan();
    span.setAllAttributes(attributes(random, 9));
    for (int i = random.nextInt(3) == 0 ? random.nextInt(6) : 0; i > 0; i--) {
      span.addEvent(text(random), attributes(random, 3));
    }
    if (random.nextInt(20) == 0) {
      span.recordException(new IllegalStateException(text(random)));
    }
    StatusCode status = StatusCode.values()[random.nextInt(3)];
    span.setStatus(status, random.nextBoolean() ? text(random) : "");
    span.end();
    return span;
  }

  private SpanKind kind() {
    return SpanKind.values()[random.nextInt(SpanKind.values().length)];
  }
}
