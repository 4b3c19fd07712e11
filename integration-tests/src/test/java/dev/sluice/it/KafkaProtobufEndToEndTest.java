package dev.sluice.it;

class KafkaProtobufEndToEndTest extends KafkaEndToEndTest {
  @Override
  String serializer() {
    return "protobuf";
  }
}
