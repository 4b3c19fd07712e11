package dev.sluice.tools.watch;

import dev.sluice.api.config.Endpoint;
import dev.sluice.distributed.DistributedStatus;
import dev.sluice.streams.Audit;
import dev.sluice.tools.Notices;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Looks at a distributed analysis again and again. For one thread. */
public final class DistributedWatch implements AutoCloseable {
  private final DistributedStatus status;
  private final DistributedFigures figures;

  /** Shows what was seen. */
  public interface Screen {
    void show(DistributedFigures figures) throws IOException;
  }

  /**
   * Creates a watch of an analysis of a topic.
   *
   * @param id of the application; null for the default
   */
  public DistributedWatch(Endpoint source, String id) throws IOException {
    status = DistributedStatus.of(source, id);
    figures = new DistributedFigures(source.toString(), status.applicationId());
  }

  /**
   * Shows it until the latch is open or the thread interrupted.
   *
   * @param notices receives failures of the broker
   * @param untilEnd whether to end as soon as nothing is left to be done
   * @return what is known to be missing at the end
   */
  public Audit run(
      Screen screen, Notices notices, Duration every, boolean untilEnd, CountDownLatch stopped)
      throws IOException {
    Retry retry = new Retry(notices);
    try {
      long wait;
      do {
        boolean again = retry.attempt(() -> figures.update(status.look()));
        if (stopped.getCount() > 0 && !Thread.currentThread().isInterrupted()) {
          figures.trouble(retry.trouble());
          screen.show(figures);
        }
        wait = again ? every.toNanos() : Math.max(every.toNanos(), Retry.PAUSE_NANOS);
      } while (!(untilEnd && figures.isAllDone()) && !stopped.await(wait, TimeUnit.NANOSECONDS));
    } catch (InterruptedException e) {
      return figures.audit(); // not marked again, as what follows asks Kafka's clients to close
    }
    return figures.audit();
  }

  @Override
  public void close() {
    status.close();
  }
}
