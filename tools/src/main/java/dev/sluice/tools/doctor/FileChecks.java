package dev.sluice.tools.doctor;

import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.DiskFile;
import dev.sluice.support.platform.SystemDisk;
import dev.sluice.tools.recordings.Figures;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** A file or a directory that chunks are to be written to. */
final class FileChecks {
  private static final String SUFFIX = ".slu";
  private static final String SPILL = "spill.sink";
  private static final long LEAST_BYTES = 1 << 20;
  private static final Pattern NETWORK =
      Pattern.compile(
          "(?i)nfs.*|cifs|smb.*|9p|afs|ceph|lustre|gpfs|fuse\\..*|fuse|gluster.*|virtiofs");

  private static final Pattern PASSING = Pattern.compile("overlay|aufs|tmpfs|ramfs");

  private final String text;
  private final boolean single;
  private final long segmentBytes;
  private final long mostBytes;

  private Path path;

  /** What is there already, of the path or of its parents. */
  private Path there;

  /**
   * Of a sink.
   *
   * @param segmentBytes bytes of a segment
   * @param mostBytes what all segments may have, or 0 for any number
   */
  FileChecks(String path, long segmentBytes, long mostBytes) {
    this.text = path;
    this.single = path.endsWith(SUFFIX);
    this.segmentBytes = segmentBytes;
    this.mostBytes = mostBytes;
  }

  void run(Steps steps) {
    steps
        .needed("path", this::path)
        .needed("permissions", this::permissions)
        .also("space", this::space)
        .also("lock", this::lock)
        .also("file system", () -> fileSystem(Files.getFileStore(there).type()));
  }

  private Check path() {
    path = Path.of(text);
    there = path.toAbsolutePath();
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    boolean exists = there.equals(path.toAbsolutePath());
    if (single && exists && !Files.isRegularFile(there)) {
      return Check.failed(
          path + " is no file, and a name that ends in " + SUFFIX + " is that of one",
          "name a file, or a directory that is called otherwise");
    }
    if (!(single && exists) && !Files.isDirectory(there)) {
      return Check.failed(
          there + " is a file and no directory",
          "name a directory, or a file that ends in " + SUFFIX);
    }
    if (Files.exists(there.resolve(SPILL))) {
      return Check.failed(there + " is a spill directory", "name another one");
    }
    return Check.ok(exists ? path + " is there" : path + " will be made in " + there);
  }

  private Check permissions() throws IOException {
    FileStore store = Files.getFileStore(there);
    if (store.isReadOnly()) {
      return Check.failed(
          there + " is on a file system that is mounted read-only (" + store + ")",
          "name another directory, or mount it for writing");
    }
    String user = System.getProperty("user.name");
    boolean may =
        Files.isWritable(there) && (Files.isRegularFile(there) || Files.isExecutable(there));
    return may
        ? Check.ok(user + " may write to " + there)
        : Check.failed(
            "%s may not write to %s, which belongs to %s"
                .formatted(user, there, Files.getOwner(there).getName()),
            "chown " + user + " " + there + ", or name another directory");
  }

  private Check space() throws IOException {
    long free = Files.getFileStore(there).getUsableSpace();
    String left = Figures.bytes(free) + " are free";
    if (free < LEAST_BYTES) {
      return Check.failed(
          left + ": the disk is full", "free some space, or name a directory on another disk");
    }
    long wanted = Math.max(segmentBytes, mostBytes - held());
    if (free < wanted) {
      return Check.warning(
          left + ", and segments may take " + Figures.bytes(wanted),
          "free some space, or lower rotate.bytes and retain");
    }
    String bound = mostBytes > 0 ? "" : "; how long that lasts is not known";
    return Check.ok(left + bound + (single || mostBytes > 0 ? "" : ", retain=N bounds it"));
  }

  private long held() throws IOException {
    return Files.isDirectory(path)
        ? SystemDisk.INSTANCE.list(path, "*" + SUFFIX).stream().mapToLong(Disk.Entry::bytes).sum()
        : 0;
  }

  private Check lock() throws IOException {
    if (!single) {
      return Check.ok("none: any number of programs may share a directory");
    }
    if (!there.equals(path.toAbsolutePath())) {
      return Check.ok("there is no file yet");
    }
    try (DiskFile file = SystemDisk.INSTANCE.open(path, true)) {
      return file.lock()
          ? Check.ok("nobody else writes to it")
          : Check.failed(
              path + " is being written by another program",
              "give each program a file of its own, or a directory, which they may share");
    }
  }

  static Check fileSystem(String type) {
    if (NETWORK.matcher(type).matches()) {
      return Check.warning(
          type + " is a file system of the network: it may hang, lock nothing, lose what it has",
          "name a directory on a disk of this machine");
    }
    return PASSING.matcher(type).matches()
        ? Check.warning(
            type + " goes with its container, or at a restart",
            "name a directory on a volume or a disk")
        : Check.ok(type);
  }
}
