package dev.sluice.rawwriters.tcp;

import dev.sluice.api.platform.Platform;
import dev.sluice.api.platform.Worker;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.support.Backoff;
import dev.sluice.support.wire.TcpBinding.Answer;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Sends chunks over one connection at a time, and again over the next one until they are
 * acknowledged. Callers put chunks into the window; the sending thread connects and writes them;
 * one more thread for each connection reads the answers, see {@link Answers}. Whatever fails on a
 * connection, even for want of memory, ends that connection and nothing else. The monitor of this
 * object guards all fields; chunks are completed without it.
 */
final class Sender {
  private static final long PATIENCE_NANOS = 500_000_000;
  private static final long MAX_NANOS = Long.MAX_VALUE / 4;
  private static final long CLOSE_NANOS = 600_000_000;
  private static final int TAIL_BYTES = 64 << 10;

  private final TcpWriterSettings settings;
  private final Platform platform;
  private final Supplier<Socket> sockets;
  private final Window window;
  private final Backoff backoff;
  private Worker worker;
  private Answers current; // of a connection that is being made or is there
  private boolean connecting;
  private boolean connected;
  private boolean closed;
  private boolean finished;
  private String failure;
  private long retryAt;

  /** Creates a sender without a connection; {@code sockets} makes unconnected sockets. */
  Sender(TcpWriterSettings settings, Platform platform, Supplier<Socket> sockets) {
    this.settings = settings;
    this.platform = platform;
    this.sockets = sockets;
    this.window = new Window(settings.windowChunks(), settings.windowBytes());
    this.backoff = new Backoff(settings.backoffMin(), settings.backoffMax(), platform.randomLong());
  }

  /** Begins to connect, if that was not begun yet, without waiting. */
  synchronized void open() {
    try {
      if (!connected && !connecting && !closed && !isPausing()) {
        requestConnection();
      }
    } catch (IOException e) {
      // The next write tries it again.
    }
  }

  /** Takes a chunk as soon as there is a connection and room in the window. */
  synchronized void send(PendingChunk chunk) throws IOException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    awaitRoom(chunk.chunk.length());
    if (window.isEmpty()) {
      current.begin();
    }
    window.add(chunk);
    notifyAll();
  }

  private void awaitRoom(int length) throws IOException, InterruptedException {
    long deadline = now() + settings.connectTimeout().toNanos() + PATIENCE_NANOS;
    refuseIfClosed();
    while (!connected || !window.hasRoom(length)) {
      if (connected) {
        wait();
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
    if (!connecting && !isPausing()) {
      requestConnection();
    }
    while (connecting && !closed) {
      await(deadline);
      if (connecting && deadline - now() <= 0) {
        throw refusal(late(), null);
      }
    }
    if (!connected && !closed) {
      throw refusal(failure, null);
    }
  }

  /** Returns the time, as {@link Platform#nanoTime()}. */
  long now() {
    return platform.nanoTime();
  }

  /** Waits for a change, with the monitor, at most until a deadline. */
  void await(long deadlineNanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.timedWait(this, deadlineNanos - now());
  }

  private String late() {
    return "no connection within " + settings.connectTimeout().toMillis() + " ms";
  }

  private IOException refusal(String reason, Throwable cause) {
    return new IOException(settings.address() + " does not take chunks now: " + reason, cause);
  }

  private void requestConnection() throws IOException {
    try {
      if (worker == null) {
        worker = platform.run("sluice-tcp-writer", this::run);
      }
      connecting = true;
      notifyAll();
    } catch (RuntimeException | Error e) {
      failed(e.toString());
      throw refusal(e.toString(), e);
    }
  }

  private boolean isPausing() {
    return failure != null && now() - retryAt < 0;
  }

  /** Notes the reason why there is no connection; the next attempt comes after a pause. */
  private void failed(String reason) {
    connected = false;
    connecting = false;
    failure = reason;
    retryAt = now() + backoff.nextNanos();
    notifyAll();
  }

  /** Runs the sending thread: one connection after the other. */
  private void run() {
    boolean more = true;
    while (more) {
      try {
        more = awaitWork();
        if (more) {
          connectAndSend();
        }
      } catch (InterruptedException | RuntimeException | Error e) {
        // Somebody else's interrupt, or no memory even to say so: another round, after the pause.
      }
    }
  }

  private synchronized boolean awaitWork() throws InterruptedException {
    while (!finished && !connecting && (window.isEmpty() || isPausing())) {
      await(window.isEmpty() ? now() + MAX_NANOS : retryAt);
    }
    connecting = !finished;
    return !finished;
  }

  private void connectAndSend() {
    String reason = null;
    Connection connection = null;
    try {
      connection = new Connection(settings, sockets);
      begin(new Answers(connection, settings, window, this));
      connection.open();
      up();
      for (PendingChunk next = next(connection); next != null; next = next(connection)) {
        write(connection, next);
      }
      if (connection.reason() == null) {
        connection.end(); // not in finish(): a reader that does not read may hold it up
      }
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      reason = Connection.reason(e);
    }
    if (connection != null) {
      connection.drop(reason);
      reason = connection.reason();
    }
    lost(reason);
  }

  /**
   * Makes the current attempt visible, so that a close and the thread that reads answers can end
   * it.
   */
  private void begin(Answers answers) {
    synchronized (this) {
      current = answers;
      if (finished) {
        answers.connection.drop("closed");
      }
      notifyAll();
    }
    platform.run("sluice-tcp-answers", () -> follow(answers));
  }

  private synchronized void up() {
    connected = true;
    connecting = false;
    current.begin();
    window.sendAgain();
    notifyAll();
  }

  /** Returns the next chunk to write; null if the connection has ended. */
  private synchronized PendingChunk next(Connection connection) throws InterruptedException {
    PendingChunk next = null;
    while (!finished && connection.reason() == null && next == null) {
      next = window.nextUnsent();
      if (next == null) {
        wait();
      }
    }
    return next;
  }

  /** Writes a chunk in two parts: a chunk whose last bytes were not begun cannot have arrived. */
  private void write(Connection connection, PendingChunk pending) throws IOException {
    int length = pending.chunk.length();
    int tail = Math.min(TAIL_BYTES, length);
    connection.write(pending.chunk, 0, length - tail);
    synchronized (this) {
      pending.leaves();
    }
    boolean whole = false;
    try {
      connection.write(pending.chunk, length - tail, tail);
      whole = true;
    } finally {
      sent(pending, whole);
    }
  }

  private synchronized void sent(PendingChunk pending, boolean whole) {
    pending.sent(whole);
    notifyAll();
  }

  private void lost(String reason) {
    PendingChunk hopeless = end(reason);
    if (hopeless != null) {
      hopeless.complete(Outcome.FAILED, new IOException(settings.address() + ": " + reason));
    }
    PendingChunk waiting;
    String why = null;
    synchronized (this) {
      waiting = finished ? null : window.oldest();
      if (waiting != null) {
        why = "connection lost: " + reason + "; " + window + " wait for the next";
      }
    }
    delay(waiting, why);
  }

  /**
   * Notes that the connection has ended; returns a chunk that another connection will not help, or
   * null.
   */
  private synchronized PendingChunk end(String reason) {
    failed(reason);
    boolean hopeless = !window.isEmpty() && window.oldest().isRefusedTooOften();
    return hopeless ? window.poll() : null;
  }

  /** Notifies the caller of {@link #send} that its chunk waits; called without the monitor. */
  private void delay(PendingChunk chunk, String why) {
    if (chunk != null && why != null) {
      chunk.delay(settings.address() + ": " + why);
    }
  }

  /**
   * Runs the thread that reads one connection's answers; without it nothing would end a silent
   * connection.
   */
  private void follow(Answers answers) {
    try {
      if (awaitOpen(answers)) {
        answers.connection.read(answer -> answered(answers, answer), () -> checkAnswers(answers));
      }
    } finally {
      answers.connection.drop("its answers are not read any more");
      wake(); // the sending thread may wait for a chunk
    }
  }

  private synchronized void wake() {
    notifyAll();
  }

  private synchronized boolean awaitOpen(Answers answers) {
    try {
      long deadline = now() + settings.connectTimeout().toNanos();
      while (connecting && current == answers && deadline - now() > 0) {
        await(deadline);
      }
      if (!connected) {
        answers.connection.drop(late());
      }
      return connected && current == answers;
    } catch (InterruptedException | RuntimeException | Error e) {
      answers.connection.drop(e.toString());
      return false;
    }
  }

  private void checkAnswers(Answers answers) {
    PendingChunk waiting;
    String why;
    synchronized (this) {
      why = answers.check();
      waiting = window.oldest();
    }
    delay(waiting, why);
  }

  private void answered(Answers answers, Answer answer) {
    PendingChunk done = take(answers, answer);
    if (done != null) {
      done.complete(Outcome.ACKNOWLEDGED, null);
    }
  }

  /**
   * Takes an answer; a late answer on an earlier connection completes nothing, because the chunk's
   * bytes may be in use again.
   */
  private synchronized PendingChunk take(Answers answers, Answer answer) {
    PendingChunk done = answers == current ? answers.take(answer) : null;
    if (done != null) {
      backoff.reset();
      notifyAll();
    }
    return done;
  }

  /** Waits for the answers, then drops the chunks that have none. */
  void close(Duration timeout) {
    boolean interrupted = awaitAnswers(nanos(timeout));
    try {
      Worker last = finish();
      if (last != null) {
        last.join(CLOSE_NANOS); // too short only while a name is being resolved
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      drop();
      giveUp();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static long nanos(Duration timeout) {
    return timeout.getSeconds() > TimeUnit.NANOSECONDS.toSeconds(MAX_NANOS)
        ? MAX_NANOS
        : timeout.toNanos();
  }

  private synchronized boolean awaitAnswers(long nanos) {
    boolean interrupted = Thread.interrupted();
    long deadline = now() + nanos;
    closed = true;
    notifyAll();
    try {
      while (!window.isEmpty() && deadline - now() > 0) {
        await(deadline);
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    return interrupted;
  }

  /**
   * Ends the threads; the sending thread closes the connection if all chunks were acknowledged.
   * Returns that thread, or null.
   */
  private synchronized Worker finish() {
    finished = true;
    notifyAll();
    if (!connected || !window.isEmpty()) {
      drop();
    }
    return worker;
  }

  private synchronized void drop() {
    if (current != null) {
      current.connection.drop("closed");
    }
  }

  private void giveUp() {
    for (PendingChunk chunk = poll(); chunk != null; chunk = poll()) {
      chunk.complete(chunk.unanswered(), new IOException("closed before an answer came"));
    }
  }

  private synchronized PendingChunk poll() {
    return window.poll();
  }
}
