package dev.sluice.it;

import java.io.IOException;
import java.nio.file.Files;

class FileEndToEndTest extends EndToEndContract {
  @Override
  String sink() {
    return "file:" + scratch.resolve("records") + "?rotate.bytes=1MiB";
  }

  @Override
  String source() {
    return "file:" + scratch.resolve("records");
  }

  @Override
  String follow() {
    return source() + "?follow=true";
  }

  @Override
  void poison(byte[] garbage) throws IOException {
    // A file of its own: the writer would write over what stands behind its last chunk.
    Files.write(scratch.resolve("records/zz.slu"), garbage);
  }
}
