package dev.sluice.it;

class FileProtobufEndToEndTest extends FileEndToEndTest {
  @Override
  String serializer() {
    return "protobuf";
  }
}
