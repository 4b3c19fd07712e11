package dev.sluice.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Proxy of TCP connections; on request it cuts them, or keeps them open without forwarding.
 * Thread-safe.
 */
public final class FreezableProxy implements AutoCloseable {
  /** Number of bytes from the target after which a connection counts as answered. */
  private static final long ANSWERS = 100;

  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition thawed = lock.newCondition();
  private boolean frozen;
  private volatile int target;
  private final AtomicInteger connections = new AtomicInteger();
  private volatile long cutAfter = Long.MAX_VALUE;

  /** Creates a proxy that listens on a free port of the loopback address. */
  public FreezableProxy() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    start(this::accept);
  }

  /** Returns the port on which the proxy listens. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Sets the port of the loopback address to which later connections are forwarded. */
  public void forwardTo(int port) {
    target = port;
  }

  /** Returns the number of connections that it has forwarded. */
  public int connections() {
    return connections.get();
  }

  /**
   * Cuts later connections when {@code bytes} have gone to the target and some answers have come
   * back.
   */
  public void cutAfter(long bytes) {
    cutAfter = bytes;
  }

  /** Stops or resumes the forwarding; connections stay open. */
  public void freeze(boolean value) {
    lock.lock();
    try {
      frozen = value;
      thawed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private interface Task {
    void run() throws IOException;
  }

  private static void start(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException e) {
                // A closed socket is how a connection ends here.
              }
            },
            "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket near = listener.accept();
      keep(near);
      start(() -> forward(near));
    }
  }

  /** Adds a socket for {@link #close}, or closes it if the proxy is closed. */
  private void keep(Socket socket) throws IOException {
    sockets.add(socket);
    if (listener.isClosed()) {
      socket.close();
    }
  }

  private void forward(Socket near) throws IOException {
    Socket far;
    try {
      far = new Socket("127.0.0.1", target);
    } catch (IOException e) {
      near.close();
      return;
    }
    keep(far);
    connections.incrementAndGet();
    long limit = cutAfter;
    CountDownLatch answered = new CountDownLatch(1);
    start(() -> pump(far, near, ANSWERS, answered::countDown));
    pump(near, far, limit, () -> cut(near, far, answered));
  }

  private void pump(Socket from, Socket to, long limit, Task atLimit) throws IOException {
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      byte[] buffer = new byte[8192];
      long left = limit;
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        awaitThaw();
        boolean passes = left <= 0 || n < left;
        out.write(buffer, 0, passes ? n : (int) left);
        if (!passes) {
          atLimit.run();
          out.write(buffer, (int) left, n - (int) left);
        }
        left -= n;
      }
    }
  }

  private static void cut(Socket near, Socket far, CountDownLatch answered) throws IOException {
    try {
      answered.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new InterruptedIOException("interrupted while answers were awaited");
    }
    near.close();
    far.close();
  }

  private void awaitThaw() {
    lock.lock();
    try {
      while (frozen) {
        thawed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    freeze(false);
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
