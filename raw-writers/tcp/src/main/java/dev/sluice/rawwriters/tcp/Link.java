package dev.sluice.rawwriters.tcp;

import dev.sluice.api.binding.TcpBinding.Answer;
import dev.sluice.api.spi.Completion.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The way to the reader: one connection at a time and the window of what was sent on it. A caller
 * puts chunks in, the network thread sends them, hears the answers and connects again. All fields
 * are guarded by the lock; chunks are completed without it.
 */
final class Link implements Peer.Events {
  private static final long PATIENCE_NANOS = 500_000_000;
  private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;

  private final TcpWriterSettings settings;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Window window;
  private final Backoff backoff;
  private final OutageLog log;
  private Connector connector;
  private Peer up;
  private boolean connecting;
  private boolean sendRequested;
  private boolean closed;
  private boolean finished;
  private String failure;
  private long retryAt;
  private long heardAt;

  Link(TcpWriterSettings settings) {
    this.settings = settings;
    this.window = new Window(settings.windowChunks(), settings.windowBytes());
    this.backoff = new Backoff(settings.backoffMin(), settings.backoffMax());
    this.log = new OutageLog(settings.address().toString());
  }

  /** Takes a chunk as soon as there is a connection and room in the window. */
  void send(Taken taken) throws IOException, InterruptedException {
    lock.lockInterruptibly();
    try {
      awaitRoom(taken.chunk.length());
      if (window.isEmpty()) {
        heardAt = System.nanoTime(); // silence counts from here
      }
      window.add(taken);
      if (!sendRequested) {
        sendRequested = true;
        connector.execute(this::sendUnsent);
      }
    } finally {
      lock.unlock();
    }
  }

  private void awaitRoom(int length) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + settings.connectTimeout().toNanos() + PATIENCE_NANOS;
    refuseIfClosed();
    while (up == null || !window.hasRoom(length)) {
      if (up != null) {
        changed.await();
      } else {
        awaitConnection(deadline);
      }
      refuseIfClosed();
    }
  }

  private void refuseIfClosed() throws IOException {
    if (closed) {
      throw new IOException("the writer to " + settings.address() + " is closed");
    }
  }

  private void awaitConnection(long deadline) throws IOException, InterruptedException {
    boolean pausing = failure != null && System.nanoTime() - retryAt < 0;
    if (!connecting && !pausing) {
      start();
      connect();
    }
    while (connecting && !closed) {
      if (changed.awaitNanos(deadline - System.nanoTime()) <= 0) {
        throw refusal("no connection within " + settings.connectTimeout().toMillis() + " ms");
      }
    }
    if (up == null && !closed) {
      throw refusal(failure);
    }
  }

  private IOException refusal(String reason) {
    return new IOException(settings.address() + " does not take chunks now: " + reason);
  }

  private void start() throws IOException {
    if (connector == null) {
      try {
        connector = new Connector(settings, this);
      } catch (RuntimeException e) {
        // Out of file descriptors, for instance.
        throw new IOException(settings.address() + " does not take chunks now: " + e, e);
      }
      lookForSilence();
    }
  }

  private void connect() {
    connecting = true;
    connector.execute(connector::connect);
  }

  private void lookForSilence() {
    long timeout = settings.ackTimeout().toNanos();
    if (up != null && !window.isEmpty() && System.nanoTime() - heardAt > timeout) {
      up.drop("no answer for " + settings.ackTimeout().toMillis() + " ms");
    }
    if (!finished) {
      connector.schedule(() -> locked(this::lookForSilence), timeout / 4);
    }
  }

  private void locked(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  private void sendUnsent() {
    locked(
        () -> {
          sendRequested = false;
          if (up != null) {
            window.unsent(up.channel()).forEach(taken -> taken.sending(up.write(taken.chunk)));
            up.flush();
          }
        });
  }

  @Override
  public void connected(Peer peer) {
    locked(
        () -> {
          up = peer;
          connecting = false;
          heardAt = System.nanoTime();
          changed.signalAll();
        });
    sendUnsent();
  }

  @Override
  public void answered(Peer peer, Answer answer) {
    Taken done = null;
    lock.lock();
    try {
      heardAt = System.nanoTime();
      switch (answer.kind()) {
        case ALIVE -> {}
        case BUSY -> peer.drop("it has as many connections as it takes");
        case DAMAGED -> passedOver(peer);
        case ACKNOWLEDGED -> done = acknowledged(peer, answer);
      }
    } finally {
      lock.unlock();
    }
    if (done != null) {
      done.complete(Outcome.ACKNOWLEDGED, null);
    }
  }

  /** The chunk that is done; null if the answer is for none. */
  private Taken acknowledged(Peer peer, Answer answer) {
    Taken taken = window.find(answer);
    if (taken == null) {
      log.strayAnswer(answer);
      return null;
    }
    if (!taken.isSent()) {
      peer.drop("it acknowledges what was not sent; is it a Sluice reader?");
      return null;
    }
    boolean inOrder = taken == window.oldest();
    window.remove(taken);
    backoff.reset();
    log.over();
    changed.signalAll();
    if (!inOrder) {
      passedOver(peer);
    }
    return taken;
  }

  private void passedOver(Peer peer) {
    Taken oldest = window.oldest();
    if (oldest != null) {
      oldest.refused();
    }
    peer.drop(
        "it found damage where it should find " + (oldest == null ? "nothing" : oldest.chunk));
  }

  @Override
  public void lost(Peer peer, String reason) {
    Taken hopeless = null;
    lock.lock();
    try {
      up = null;
      connecting = false;
      failure = reason;
      long pause = backoff.nextNanos();
      retryAt = System.nanoTime() + pause;
      if (!window.isEmpty() && window.oldest().isHopeless()) {
        hopeless = window.poll();
      }
      changed.signalAll();
      if (!window.isEmpty() && !finished) {
        log.failed(
            "connection lost: " + reason + "; " + window.size() + " chunks wait for the next");
        connector.schedule(() -> locked(this::reconnect), pause);
      }
    } finally {
      lock.unlock();
    }
    if (hopeless != null) {
      hopeless.complete(Outcome.FAILED, new IOException(settings.address() + ": " + reason));
    }
  }

  private void reconnect() {
    if (up == null && !connecting && !finished && !window.isEmpty()) {
      connect();
    }
  }

  /** Waits for the answers, then gives up what has none. */
  void close(Duration timeout) {
    boolean interrupted = awaitAnswers(nanos(timeout));
    try {
      if (connector != null) {
        connector.close();
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    giveUp();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static long nanos(Duration timeout) {
    return timeout.getSeconds() > TimeUnit.NANOSECONDS.toSeconds(LONGEST_NANOS)
        ? LONGEST_NANOS
        : timeout.toNanos();
  }

  private boolean awaitAnswers(long nanos) {
    boolean interrupted = Thread.interrupted();
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
      long left = nanos;
      while (!window.isEmpty() && left > 0) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      finished = true;
      lock.unlock();
    }
    return interrupted;
  }

  private void giveUp() {
    for (Taken taken = poll(); taken != null; taken = poll()) {
      taken.complete(taken.unanswered(), new IOException("closed before an answer came"));
    }
  }

  private Taken poll() {
    lock.lock();
    try {
      return window.poll();
    } finally {
      lock.unlock();
    }
  }
}
