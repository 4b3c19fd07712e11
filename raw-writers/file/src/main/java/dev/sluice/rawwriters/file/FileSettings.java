package dev.sluice.rawwriters.file;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.platform.Access;
import dev.sluice.support.segment.SegmentName;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Settings of the files that segments are written to.
 *
 * @param path a directory of segments, or one file that is appended to
 * @param rotateBytes bytes a segment has at most, but for a single larger chunk
 * @param rotateAge how long a segment is written to at most, or null
 * @param retain segments that the directory holds at most, or 0 for any number
 * @param fsync when bytes are forced to the device
 * @param access who may read what is created
 */
record FileSettings(
    Path path, long rotateBytes, Duration rotateAge, int retain, Fsync fsync, Access access) {
  static final long DEFAULT_ROTATE_BYTES = 64L << 20;

  private static final Key<Long> ROTATE_BYTES =
      Key.bytes(
          "rotate.bytes",
          DEFAULT_ROTATE_BYTES,
          1 << 10,
          Long.MAX_VALUE,
          "Maximum size of a segment in bytes, unless a single chunk is larger.");
  private static final Key<Duration> ROTATE_AGE =
      Key.duration(
          "rotate.age", null, Duration.ofSeconds(1), "Maximum time that a segment is written to.");
  private static final Key<Integer> RETAIN =
      Key.integer(
              "retain",
              null,
              1,
              1_000_000,
              "Maximum number of segments in the directory; older ones are deleted.")
          .powerful();
  private static final Key<Fsync> FSYNC =
      Key.choice(
          "fsync",
          Fsync.NEVER,
          "When bytes are forced to the device: when the operating system does it by itself,"
              + " when a segment"
              + " is complete, or before a chunk is acknowledged.");

  private static final Key<Access> READABLE_BY =
      Key.choice(
              "readable.by",
              Access.OWNER,
              "Who may read the files and directories that are created: the user of the"
                  + " program, the"
                  + " group too, or all users of the machine. Records hold what the program does.")
          .powerful();

  static final List<Key<?>> KEYS = List.of(ROTATE_BYTES, ROTATE_AGE, RETAIN, FSYNC, READABLE_BY);

  /** Time at which bytes are forced to the device. */
  enum Fsync {
    /** Bytes are forced when the operating system does it by itself. */
    NEVER,
    /** Bytes are forced when a segment is complete. */
    ROTATE,
    /** Bytes are forced before a chunk is acknowledged. */
    CHUNK
  }

  static FileSettings of(Path path) {
    return new FileSettings(path, DEFAULT_ROTATE_BYTES, null, 0, Fsync.NEVER, Access.OWNER);
  }

  static FileSettings of(Endpoint endpoint) {
    Options options = endpoint.options();
    Path path = path(endpoint);
    Integer retain = options.get(RETAIN);
    FileSettings settings =
        new FileSettings(
            path,
            options.get(ROTATE_BYTES),
            options.get(ROTATE_AGE),
            retain == null ? 0 : retain,
            options.get(FSYNC),
            options.get(READABLE_BY));
    if (settings.isSingleFile()) {
      settings.refuseRotation(options);
    }
    return settings;
  }

  boolean isSingleFile() {
    return path.toString().endsWith(SegmentName.SUFFIX);
  }

  private void refuseRotation(Options options) {
    for (Key<?> key : List.of(ROTATE_BYTES, ROTATE_AGE, RETAIN)) {
      if (options.isGiven(key)) {
        options.problem(
            "option '" + key + "' needs a directory of segments, '" + path + "' is a single file");
      }
    }
  }

  private static Path path(Endpoint endpoint) {
    try {
      if (endpoint.authority().isEmpty() && !endpoint.path().isEmpty()) {
        return Path.of(endpoint.path());
      }
    } catch (InvalidPathException e) {
      // falls through to the one message for all mistakes
    }
    endpoint
        .options()
        .problem(
            "'"
                + endpoint
                + "' names no file; expected file:DIRECTORY or file:NAME"
                + SegmentName.SUFFIX);
    return Path.of("");
  }
}
