package dev.sluice.it;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.rawreaders.tcp.TcpRawReader;
import dev.sluice.testkit.NettyLeaks;
import dev.sluice.testkit.RawPair;
import dev.sluice.testkit.ScriptedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What comes over TCP is put into a file as it is, and that file is read. */
@ExtendWith(NettyLeaks.class)
class TcpEndToEndTest extends EndToEndContract {
  private final ExecutorService dumping = Executors.newSingleThreadExecutor();
  private TcpRawReader reader;
  private Path file;
  private Future<?> dump;
  private volatile boolean ended;

  @BeforeEach
  void listen() throws IOException {
    reader = (TcpRawReader) RawPair.reader("tcp://127.0.0.1:0");
    file = scratch.resolve("dump.slu");
    OutputStream out = Files.newOutputStream(file);
    dump =
        dumping.submit(
            () -> {
              try (out) {
                while (!ended) {
                  reader.poll(new Dump(out), Duration.ofSeconds(1));
                }
              }
              return null;
            });
  }

  @AfterEach
  void stop() throws Exception {
    ended = true;
    reader.wakeup();
    dump.get(10, TimeUnit.SECONDS);
    reader.close();
    dumping.shutdown();
  }

  @Override
  String sink() {
    return "tcp://127.0.0.1:" + reader.address().getPort();
  }

  @Override
  String source() {
    return file.toString();
  }

  @Override
  String follow() {
    return "file:" + file + "?follow=true";
  }

  @Override
  void poison(byte[] garbage) throws Exception {
    try (ScriptedWriter writer = new ScriptedWriter(reader.address().getPort())) {
      writer.send(garbage);
      writer.finish();
    }
  }

  @Test
  void port_without_an_end_is_refused_by_drain_at_once() throws IOException {
    assertNotDrained("tcp://127.0.0.1:0");
  }

  private record Dump(OutputStream out) implements ChunkHandler {
    @Override
    public void chunk(Chunk chunk, SourcePosition position) {
      write(chunk.toByteArray());
    }

    @Override
    public void damaged(Damage damage) {
      write(damage.bytes());
    }

    private void write(byte[] bytes) {
      try {
        out.write(bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
