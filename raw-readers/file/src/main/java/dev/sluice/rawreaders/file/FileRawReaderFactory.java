package dev.sluice.rawreaders.file;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Start;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawReaderFactory;
import java.io.IOException;
import java.util.List;

/** Makes {@link FileRawReader}s for {@code file:} URIs and plain paths. Thread-safe. */
public final class FileRawReaderFactory implements RawReaderFactory {
  private static final Key<Boolean> FOLLOW =
      Key.flag("follow", false, "Continues at the end and waits for more.");
  private static final Key<Start> FROM =
      Key.start("from", "Leaves out chunks whose records are all earlier.");

  /** Called by {@link java.util.ServiceLoader}. */
  public FileRawReaderFactory() {}

  @Override
  public String scheme() {
    return "file";
  }

  @Override
  public String form() {
    return "file:PATH";
  }

  @Override
  public RawReader newReader(Endpoint endpoint, Platform platform) throws IOException {
    boolean follow = endpoint.options().get(FOLLOW);
    Start from = endpoint.options().get(FROM);
    if (!endpoint.authority().isEmpty() || endpoint.path().isEmpty()) {
      throw new IOException("'" + endpoint + "' names no file; expected file:PATH");
    }
    return FileRawReader.open(endpoint.path(), follow, from.time(), platform);
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(FOLLOW, FROM);
  }
}
