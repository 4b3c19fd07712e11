package dev.sluice.rawwriters.tcp;

import dev.sluice.api.binding.TcpBinding.Answer;
import dev.sluice.api.spi.Completion.Outcome;
import io.netty.channel.IoHandlerFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The way to the reader: one connection at a time and the window of what was sent on it. A caller
 * puts chunks in, the network thread sends them, hears the answers and connects again; if an error
 * ends that thread, there is another. All fields are guarded by the lock; chunks are completed
 * without it.
 */
final class Link implements Peer.Events {
  private static final long PATIENCE_NANOS = 500_000_000;
  private static final long LONGEST_NANOS = Long.MAX_VALUE / 4;
  private static final long LOOK_NANOS = 1_000_000_000;

  /** Answers a second that acknowledge nothing; a reader says that it is there every 5 s. */
  private static final int MOST_IDLE_ANSWERS = 10_000;

  private final TcpWriterSettings settings;
  private final IoHandlerFactory network;
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
  private long acknowledgedAt;
  private long stoppedAt;
  private long idleSince;
  private int idleAnswers;

  /**
   * A way that is not begun.
   *
   * @param network what network threads work with
   */
  Link(TcpWriterSettings settings, IoHandlerFactory network) {
    this.settings = settings;
    this.network = network;
    this.window = new Window(settings.windowChunks(), settings.windowBytes());
    this.backoff = new Backoff(settings.backoffMin(), settings.backoffMax());
    this.log = new OutageLog(settings.address().toString());
  }

  /** Begins to connect, if that is not done yet, and waits for nothing. */
  void open() {
    locked(
        () -> {
          if (up == null && !connecting && !closed && !isPausing()) {
            tryToConnect();
          }
        });
  }

  /** Takes a chunk as soon as there is a connection and room in the window. */
  void send(Taken taken) throws IOException, InterruptedException {
    lock.lockInterruptibly();
    try {
      awaitRoom(taken.chunk.length());
      if (window.isEmpty()) {
        heardAt = System.nanoTime(); // silence counts from here
        acknowledgedAt = heardAt;
      }
      window.add(taken);
      if (!sendRequested) {
        requestSend(taken);
      }
    } finally {
      lock.unlock();
    }
  }

  private void requestSend(Taken taken) {
    try {
      connector.execute(this::sendUnsent);
      sendRequested = true;
    } catch (RejectedExecutionException e) {
      // The network thread has ended: stopped() comes next and sees that what waits is sent.
    } catch (RuntimeException | Error e) {
      window.remove(taken); // the caller keeps what it could not hand over
      throw e;
    }
  }

  private void awaitRoom(int length) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + settings.connectTimeout().toNanos() + PATIENCE_NANOS;
    refuseIfClosed();
    while (up == null || !window.hasRoom(length)) {
      if (up == null) {
        awaitConnection(deadline);
      } else if (changed.awaitNanos(LOOK_NANOS) <= 0 && connector.hasEnded()) {
        stopped(connector);
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
    if (!connecting && !isPausing()) {
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

  private boolean isPausing() {
    return failure != null && System.nanoTime() - retryAt < 0;
  }

  private IOException refusal(String reason) {
    return new IOException(settings.address() + " does not take chunks now: " + reason);
  }

  private void connect() throws IOException {
    try {
      if (connector == null) {
        connector = new Connector(settings, this, network);
      }
      connector.execute(connector::connect);
      connecting = true;
    } catch (RuntimeException | Error e) {
      // Out of file descriptors, threads or memory; or the network thread has just ended.
      failed(e.toString());
      throw new IOException(settings.address() + " does not take chunks now: " + e, e);
    }
  }

  private void tryToConnect() {
    try {
      connect();
    } catch (IOException e) {
      later(this::reconnect, retryAt - System.nanoTime());
    }
  }

  /** There is no connection for that reason; the next attempt is to be made in so many ns. */
  private long failed(String reason) {
    up = null;
    connecting = false;
    failure = reason;
    long pause = backoff.nextNanos();
    retryAt = System.nanoTime() + pause;
    changed.signalAll();
    return pause;
  }

  /** Looks after a connection until it is lost, whatever fails meanwhile. */
  private void look(Peer peer) {
    if (peer == up && !finished) {
      long timeout = settings.ackTimeout().toNanos();
      try {
        lookForSilence(System.nanoTime(), timeout);
      } finally {
        later(() -> look(peer), timeout / 4);
      }
    }
  }

  private void lookForSilence(long now, long timeout) {
    if (window.isEmpty()) {
      return;
    }
    if (now - heardAt > timeout) {
      up.drop("no answer for " + settings.ackTimeout().toMillis() + " ms");
    } else if (now - acknowledgedAt > timeout) {
      log.slow(
          "the reader is there and has acknowledged nothing for %d ms; %s wait"
              .formatted((now - acknowledgedAt) / 1_000_000, window));
    }
  }

  /** On the network thread, with the lock; never if there is none, or it has just ended. */
  private void later(Runnable work, long nanos) {
    try {
      if (connector != null) {
        connector.schedule(() -> locked(work), nanos);
      }
    } catch (RejectedExecutionException e) {
      // stopped() comes next
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
          if (up == null) {
            return;
          }
          try {
            window.unsent(up.channel()).forEach(taken -> taken.sending(up.write(taken.chunk)));
            up.flush();
          } catch (RuntimeException | Error e) {
            // What was sent so far is unclear, so all of it goes again, in order, on another one.
            up.drop("cannot send: " + e);
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
          acknowledgedAt = heardAt;
          idleSince = heardAt;
          idleAnswers = 0;
          changed.signalAll();
          later(() -> look(peer), settings.ackTimeout().toNanos() / 4);
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
        case ALIVE -> idle(peer);
        case BUSY -> peer.drop("it has as many connections as it takes");
        case TOKEN ->
            peer.drop(
                settings.address().token() == null
                    ? "it asks for a token; give it with 'token.file'"
                    : "it has another token than this writer ('token.file', 'token')");
        case NO_TOKEN ->
            peer.drop("it asks for no token, and this writer tells one ('token.file')");
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
      idle(peer);
      return null;
    }
    if (!taken.isSent()) {
      peer.drop("it acknowledges what was not sent; is it a Sluice reader?");
      return null;
    }
    boolean inOrder = taken == window.oldest();
    window.remove(taken);
    acknowledgedAt = heardAt;
    backoff.reset();
    log.over();
    changed.signalAll();
    if (!inOrder) {
      passedOver(peer);
    }
    return taken;
  }

  /** An answer that acknowledges nothing; a flood of them would keep this thread busy. */
  private void idle(Peer peer) {
    if (++idleAnswers == MOST_IDLE_ANSWERS) {
      if (heardAt - idleSince < LOOK_NANOS) {
        peer.drop("it sends " + MOST_IDLE_ANSWERS + " answers a second that acknowledge nothing");
      }
      idleAnswers = 0;
      idleSince = heardAt;
    }
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
      long pause = failed(reason);
      if (!window.isEmpty() && window.oldest().isHopeless()) {
        hopeless = window.poll();
      }
      if (!window.isEmpty() && !finished) {
        later(this::reconnect, pause);
        log.failed("connection lost: " + reason + "; " + window + " wait for the next");
      }
    } finally {
      lock.unlock();
    }
    if (hopeless != null) {
      hopeless.complete(Outcome.FAILED, new IOException(settings.address() + ": " + reason));
    }
  }

  @Override
  public void stopped(Connector ended) {
    locked(
        () -> {
          if (connector == ended && !finished) {
            connector = null;
            sendRequested = false;
            failed("the network thread has ended with an error");
            log.failed("the network thread has ended with an error; " + window + " wait");
            // Nobody is there to wait for the next attempt. If threads end again and again, the
            // next chunk makes it, after a pause.
            long now = System.nanoTime();
            if (stoppedAt == 0 || now - stoppedAt > LOOK_NANOS) {
              reconnect();
            }
            stoppedAt = now;
          }
        });
  }

  private void reconnect() {
    if (up == null && !connecting && !finished && !window.isEmpty()) {
      tryToConnect();
    }
  }

  /** Waits for the answers, then gives up what has none. */
  void close(Duration timeout) {
    boolean interrupted = awaitAnswers(nanos(timeout));
    try {
      Connector last = last();
      if (last != null) {
        last.close();
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      giveUp();
    }
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

  private Connector last() {
    lock.lock();
    try {
      if (!window.isEmpty()) {
        log.failed("is closed while " + window + " wait for an acknowledgement");
      }
      return connector;
    } finally {
      lock.unlock();
    }
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
