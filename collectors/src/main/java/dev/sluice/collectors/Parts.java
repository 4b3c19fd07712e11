package dev.sluice.collectors;

import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.FailureLog;
import dev.sluice.api.spi.RawWriter;
import java.security.SecureRandom;
import java.util.HexFormat;

/** What the pump, the sender and the rest of one collector share. */
final class Parts {
  final RawWriter writer;
  final MemoryBudget budget;
  final Clock clock;
  final CollectorThreads threads = new CollectorThreads();
  final Ring ring;
  final RingSink sink;
  final Types types = new Types();
  final Symbols symbols = new Symbols(Symbol.MAX_SYMBOLS);
  final BufferPool pool;
  final Ledger ledger;
  final RowBatch batch;

  /** The producer as log lines and thread names tell it: its name, or its id. */
  final String producer;

  Parts(
      RawWriter writer,
      MemoryBudget budget,
      Clock clock,
      FullRingPolicy policy,
      long blockNanos,
      String producerName,
      int maxOwnedStripes) {
    long producerId = new SecureRandom().nextLong();
    this.writer = writer;
    this.budget = budget;
    this.clock = clock;
    this.ring =
        new Ring(budget.stripeWords(), Math.min(maxOwnedStripes, budget.stripes() - 1), threads);
    this.sink = new RingSink(ring, types, symbols, threads, policy, blockNanos);
    this.pool = new BufferPool(budget.sealedBytes());
    this.ledger = new Ledger(producerId, producerName);
    this.batch = new RowBatch(budget.batchWords(), new Texts(types, symbols));
    this.producer = producerName != null ? producerName : HexFormat.of().toHexDigits(producerId);
  }

  /** Something that may fail and is logged once. */
  FailureLog episode() {
    return new FailureLog("dev.sluice.collectors", "producer " + producer, clock::nanoTime);
  }

  private record Texts(Types types, Symbols symbols) implements RowBatch.TypeTable {
    @Override
    public RecordType type(int typeId) {
      return types.type(typeId);
    }

    @Override
    public byte[] symbolText(int symbolId) {
      return symbols.text(symbolId);
    }
  }
}
