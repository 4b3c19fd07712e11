package dev.sluice.agent.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.monitoring.probe.TraceContext;
import dev.sluice.testkit.Seeds;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Headers of Kafka are bytes that anybody chose; what goes on of them is fit for any protocol. */
@Tag("one-jdk")
class CarrierTest {
  private static final URI PLACE = URI.create("http://127.0.0.1:1/");
  private static final String[] PIECES = {
    "\r\n", "\r\nX-Role: admin\r\n", "\n", "\0", "\u0080", "é", "\u2028", ",", "=", "-", "a=1", " "
  };

  private final Random random = new Random();

  private byte[] mutated(String value) {
    StringBuilder text = new StringBuilder(value);
    for (int changes = random.nextInt(4); changes > 0; changes--) {
      int at = random.nextInt(3) == 0 ? text.length() : random.nextInt(text.length());
      text.insert(at, PIECES[random.nextInt(PIECES.length)]);
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(8) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }

  private TraceContext arrived() throws Exception {
    RecordHeaders headers = new RecordHeaders();
    String ids = "-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-";
    String rest = random.nextBoolean() ? "" : "-more";
    headers.add(
        TraceContext.PARENT,
        mutated(
            "%02x".formatted(random.nextInt(3))
                + ids
                + "%02x".formatted(random.nextInt(256))
                + rest));
    for (int i = random.nextInt(3); i > 0; i--) {
      headers.add(TraceContext.STATE, mutated("shop=1,other@shop=two words"));
    }
    ConsumerRecord<byte[], byte[]> message =
        new ConsumerRecord<>(
            "t", 0, 0, 0, TimestampType.CREATE_TIME, 0, 0, null, null, headers, Optional.empty());
    Carrier carrier = Carrier.of(message);
    return TraceContext.parse(
        carrier.values(message, TraceContext.PARENT), carrier.values(message, TraceContext.STATE));
  }

  private static void send(Object request, String name, String value) throws Exception {
    Carrier carrier = Carrier.of(request);
    assertThat(carrier).isNotEqualTo(Carrier.NONE);
    Object with = carrier.with(request, name, value);
    assertThat(carrier.values(with, name)).isEqualTo(List.of(value));
  }

  @Test
  void no_header_that_goes_on_has_a_control_character_or_more_than_ascii() throws Exception {
    long first = Seeds.first("carriers");
    int seeds = Seeds.count(3_000);
    int sent = 0;
    for (long seed = first; seed < first + seeds; seed++) {
      random.setSeed(seed);
      TraceContext context = arrived();
      if (context == null) {
        continue;
      }
      sent++;
      String[] fields = TraceContext.fields(context);
      assertThat(fields[0]).as("seed " + seed).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
      String state = fields[1] == null ? "a=1" : fields[1];
      assertThat(state).as("seed " + seed).matches("[!-~]([ -~]{0,510}[!-~])?");
      for (int i = 0; i < fields.length; i++) {
        String name = i == 0 ? TraceContext.PARENT : TraceContext.STATE;
        String value = i == 0 ? fields[0] : state;
        send(new ProducerRecord<>("t", 1), name, value);
        send(HttpRequest.newBuilder(PLACE).build(), name, value);
        send((HttpURLConnection) PLACE.toURL().openConnection(), name, value);
      }
    }
    assertThat(sent).isBetween(seeds / 10, seeds - 1);
  }
}
