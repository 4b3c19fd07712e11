package dev.sluice.simulation;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.RawReader;
import dev.sluice.streams.Audit;
import dev.sluice.streams.FilePositionStore;
import dev.sluice.streams.PositionStore;
import dev.sluice.streams.Positions;
import dev.sluice.streams.RecordRejectedException;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A consumer that keeps what it got together with its positions: after a crash it has what it had
 * when the positions were saved that are found.
 */
final class Consumer {
  private static final int REJECTS = 251; // rows of that number and its multiples

  /** Chunks whose CRCs positions keep or forget together, and how many of these. */
  private static final int BLOCK = 16;

  private static final int REMEMBERED_OF_ONE = 64;
  private static final int REMEMBERED = 4096;

  /** A record, or a chunk of which all were handed over. */
  record Got(boolean isChunk, long producer, long number) {}

  private static final class ConsumerFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ConsumerFailed() {
      super("injected: the consumer fails", null, false, false);
    }
  }

  private final World world;
  private final String name;
  private final Random random;
  private final Path positions;
  final Path quarantine;
  private final boolean rejects;
  private final List<Got> all = new ArrayList<>();
  final Set<Got> got = new HashSet<>();

  /** By producer, the first chunk that the positions had a CRC of when it started. */
  private final Map<Long, Long> remembered = new HashMap<>();

  /** How many it had when these positions were saved. */
  private final Map<String, Integer> saved = new HashMap<>();

  private int flushed;
  private int stoppedAt = -1; // in this poll, within a chunk
  private int begun = -1; // where the chunk began that is being handed over
  private RowReader reader;
  private RawReader raw;
  private Process process;
  private RecordStream stream;
  private boolean idle;
  private long longestPoll;

  Consumer(World world, String name, Random random) {
    this.world = world;
    this.name = name;
    this.random = random;
    this.positions = Path.of("/simulated/positions-" + name + "/positions");
    this.quarantine = Path.of("/simulated/quarantine-" + name);
    this.rejects = random.nextInt(4) == 0;
  }

  void start() {
    process = new Process(world, name);
    process.killer = this::kill;
    stream = null;
    process.start("polls", new Polling());
  }

  void kill() {
    world.log(name + " is killed");
    world.reached(Reached.CONSUMER_KILLED);
    process.kill();
    world.time.at(world.time.now() + 1_000_000L * random.nextInt(2_000), this::start);
  }

  /** Whether its last poll had nothing. */
  boolean isIdle() {
    return idle && !process.dead;
  }

  /** In nanoseconds: on a disk that hangs. */
  long longestPoll() {
    return longestPoll;
  }

  Audit audit() {
    return stream.audit();
  }

  private final class Polling extends Process.Own {
    @Override
    public long turn() {
      idle = false;
      long start = world.time.now();
      try {
        if (stream == null) {
          open();
        }
        idle = stream.poll(Consumer.this::accept, Duration.ZERO) == 0;
        world.logUnless(idle, () -> name + " has now " + all.size());
      } catch (ConsumerFailed e) {
        world.log(name + " fails");
        cutTo(begun); // the chunk comes again, from where this poll had begun it
      } catch (IOException e) {
        world.log(name + ": " + e.getMessage());
        world.reached(Reached.POLL_FAILED);
        if (begun >= 0 && all.size() != stoppedAt) {
          cutTo(begun); // its rejected records were not set aside, and it comes again
        } // otherwise it was not saved, but what was handed over stays handed over
      }
      longestPoll = Math.max(longestPoll, world.time.now() - start);
      begun = -1;
      stoppedAt = -1;
      return -1_000_000L * (1 + random.nextInt(100));
    }
  }

  private void open() throws IOException {
    reader = RowReader.create();
    raw = world.sinks.reader(name, process);
    stream =
        world.sinks.stream(raw)
            .platform(process)
            .quarantine(quarantine)
            .positions(new Store(FilePositionStore.create(positions, process.disk)))
            .beforeAcknowledge(this::flush)
            .chunkListener(this::whole)
            .damageListener(damage -> damaged())
            .open();
  }

  private void accept(RecordCursor cursor, Chunk chunk) {
    begun = begun < 0 ? all.size() : begun;
    Row row = reader.read(cursor);
    long producer = chunk.accounting().producerId();
    Life life = world.lives.get(producer);
    world.require(
        life != null && life.accepted.get((int) row.number()),
        () -> name + " got what nobody emitted: " + row + " in " + chunk);
    world.require(
        row.text().equals(life.program.text(row.number()))
            && row.program().equals(life.program.name),
        () -> name + " got another text: " + row);
    if (rejects && row.number() % REJECTS == REJECTS - 1) {
      world.reached(Reached.RECORD_REJECTED);
      life.unreadable = true;
      throw new RecordRejectedException("injected: a record that cannot be read");
    }
    if (!world.ending && random.nextInt(2_000) == 0) {
      world.reached(Reached.CONSUMER_THREW);
      throw new ConsumerFailed();
    }
    add(new Got(false, producer, row.number()), chunk);
    if (!world.ending && random.nextInt(2_000) == 0) {
      world.log(name + " stops with " + all.size());
      world.reached(Reached.CONSUMER_STOPPED);
      stoppedAt = all.size();
      stream.stop();
    }
  }

  private void whole(Chunk chunk) {
    add(new Got(true, chunk.accounting().producerId(), chunk.accounting().sequence()), chunk);
    begun = -1;
  }

  /** Also a chunk with records that were rejected: no listener gets it as a whole one. */
  private void damaged() {
    world.reached(Reached.DAMAGED);
    begun = -1;
  }

  private void add(Got one, Chunk chunk) {
    if (got.add(one)) {
      all.add(one);
      return;
    }
    long producer = one.producer();
    // What is sent again from a spill that the machine brought back may be older than that.
    world.require(
        chunk.accounting().sequence() < remembered.getOrDefault(producer, 0L),
        () -> name + " got twice: " + one + " in " + chunk);
    world.lives.get(producer).repeated = true;
  }

  /** Of each producer positions have the CRCs of so many chunks, in blocks. */
  private void forget() {
    int producers = Math.max(1, world.lives.size());
    int most = Math.min(REMEMBERED_OF_ONE, Math.max(1, REMEMBERED / producers));
    remembered.clear();
    for (Got one : got) {
      if (one.isChunk()) {
        remembered.merge(one.producer(), (one.number() / BLOCK - most + 1) * BLOCK, Math::max);
      }
    }
  }

  private void cutTo(int size) {
    while (all.size() > size) {
      got.remove(all.remove(all.size() - 1));
    }
    flushed = Math.min(flushed, size);
  }

  private void flush() throws IOException {
    if (!world.ending && random.nextInt(50) == 0) {
      world.reached(Reached.FLUSH_FAILED);
      throw new IOException("injected: what was sent on did not arrive");
    }
    flushed = all.size();
  }

  private final class Store implements PositionStore {
    private final PositionStore file;

    Store(PositionStore file) {
      this.file = file;
    }

    @Override
    public Positions load() throws IOException {
      Positions found = file.load();
      Integer size = found.equals(Positions.NONE) ? Integer.valueOf(0) : saved.get(found.toText());
      world.require(size != null, () -> name + " found positions that it never saved");
      world.log(name + " goes on from " + size);
      cutTo(size);
      forget();
      return found;
    }

    @Override
    public void save(Positions now) throws IOException {
      world.require(flushed == all.size(), () -> name + " saved positions of what was not flushed");
      if (raw instanceof SimulatedMedium.Reader medium && stoppedAt < 0) {
        medium
            .handed()
            .forEach(
                (partition, offset) ->
                    world.require(
                        now.offsets().getOrDefault(partition, -1L) >= offset,
                        () -> name + " saved " + now.offsets() + ", had " + medium.handed()));
      }
      saved.put(now.toText(), all.size());
      file.save(now);
      world.log(name + " has saved " + all.size());
    }
  }
}
