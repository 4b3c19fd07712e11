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
  private static final long MIN_FREE_BYTES = 1 << 20;
  private static final Pattern NETWORK =
      Pattern.compile(
          "(?i)nfs.*|cifs|smb.*|9p|afs|ceph|lustre|gpfs|fuse\\..*|fuse|gluster.*|virtiofs");

  private static final Pattern PASSING = Pattern.compile("overlay|aufs|tmpfs|ramfs");

  private final String text;
  private final boolean single;
  private final long segmentBytes;
  private final long mostBytes;

  private Path path;

  /** Nearest existing file or directory of the path. */
  private Path there;

  /**
   * Creates the checks of a sink.
   *
   * @param segmentBytes bytes of a segment
   * @param mostBytes maximum size of all segments, or 0 for no limit
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
          path + " is a directory, but its name ends in " + SUFFIX + " like a file",
          "give a file, or a directory with another name");
    }
    if (!(single && exists) && !Files.isDirectory(there)) {
      return Check.failed(
          there + " is a file, not a directory",
          "give a directory, or a file that ends in " + SUFFIX);
    }
    if (Files.exists(there.resolve(SPILL))) {
      return Check.failed(there + " is a spill directory", "name another one");
    }
    return Check.ok(exists ? path + " is there" : path + " will be created in " + there);
  }

  private Check permissions() throws IOException {
    FileStore store = Files.getFileStore(there);
    if (store.isReadOnly()) {
      return Check.failed(
          there + " is on a read-only file system (" + store + ")",
          "give another directory, or mount the file system for writing");
    }
    String user = System.getProperty("user.name");
    boolean may =
        Files.isWritable(there) && (Files.isRegularFile(there) || Files.isExecutable(there));
    return may
        ? Check.ok(user + " can write to " + there)
        : Check.failed(
            "%s cannot write to %s, which belongs to %s"
                .formatted(user, there, Files.getOwner(there).getName()),
            "chown " + user + " " + there + ", or give another directory");
  }

  private Check space() throws IOException {
    long free = Files.getFileStore(there).getUsableSpace();
    String left = Figures.bytes(free) + " are free";
    if (free < MIN_FREE_BYTES) {
      return Check.failed(
          left + ": the disk is full", "free some space, or give a directory on another disk");
    }
    long wanted = Math.max(segmentBytes, mostBytes - held());
    if (free < wanted) {
      return Check.warning(
          left + ", and segments may take " + Figures.bytes(wanted),
          "free some space, or lower rotate.bytes and retain");
    }
    String bound = mostBytes > 0 ? "" : "; how long this lasts is unknown";
    return Check.ok(left + bound + (single || mostBytes > 0 ? "" : ", retain=N bounds it"));
  }

  private long held() throws IOException {
    return Files.isDirectory(path)
        ? SystemDisk.INSTANCE.list(path, "*" + SUFFIX).stream().mapToLong(Disk.Entry::bytes).sum()
        : 0;
  }

  private Check lock() throws IOException {
    if (!single) {
      return Check.ok("not needed: any number of programs can share a directory");
    }
    if (!there.equals(path.toAbsolutePath())) {
      return Check.ok("the file does not exist yet");
    }
    try (DiskFile file = SystemDisk.INSTANCE.open(path, true)) {
      return file.lock()
          ? Check.ok("no other program writes to it")
          : Check.failed(
              path + " is being written by another program",
              "give each program its own file, or one directory for all");
    }
  }

  static Check fileSystem(String type) {
    if (NETWORK.matcher(type).matches()) {
      return Check.warning(
          type + " is a network file system: it may hang, ignore locks and lose data",
          "give a directory on a local disk");
    }
    return PASSING.matcher(type).matches()
        ? Check.warning(
            type + " is lost with its container or at a restart",
            "give a directory on a volume or a disk")
        : Check.ok(type);
  }
}
