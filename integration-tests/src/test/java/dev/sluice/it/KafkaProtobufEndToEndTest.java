package dev.sluice.it;

import org.junit.jupiter.api.Tag;

@Tag("one-jdk")
@Tag("full")
class KafkaProtobufEndToEndTest extends KafkaEndToEndTest {
  @Override
  String serializer() {
    return "protobuf";
  }
}
