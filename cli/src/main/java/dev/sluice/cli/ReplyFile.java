package dev.sluice.cli;

import dev.sluice.tools.ToolException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * The file in which a process of perhaps another user answers. It is opened before that user owns
 * it, and read through this handle: a pipe or a link that is put in its place is never read.
 */
final class ReplyFile implements Closeable {
  /** Maximum size of an answer in bytes. */
  static final int MAX_BYTES = 1 << 20;

  private final Path path;
  private final SeekableByteChannel opened;

  /** Creates an empty file that only this user can read and write. */
  ReplyFile() throws IOException {
    path = Files.createTempFile("sluice-attach-", ".reply");
    opened = Files.newByteChannel(path, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
  }

  Path path() {
    return path;
  }

  /** Returns what was written to the file until now; throws if it is too long. */
  String read() throws IOException {
    InputStream in = Channels.newInputStream(opened.position(0));
    byte[] bytes = in.readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw new ToolException("the answer in " + path + " is longer than " + MAX_BYTES + " bytes");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Deletes what is at the path. */
  @Override
  public void close() throws IOException {
    opened.close();
    Files.deleteIfExists(path);
  }
}
