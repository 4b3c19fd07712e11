package dev.sluice.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Forwards TCP connections; on request it cuts them, or keeps them open and passes nothing on. */
final class FreezableProxy implements AutoCloseable {
  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition thawed = lock.newCondition();
  private boolean frozen;
  private volatile int target;
  private volatile long cutAfter = Long.MAX_VALUE;

  FreezableProxy() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Where connections go from now on. */
  void forwardTo(int port) {
    target = port;
  }

  /** Cuts connections made from now on when so many bytes have gone to the target. */
  void cutAfter(long bytes) {
    cutAfter = bytes;
  }

  void freeze(boolean value) {
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
      sockets.add(near);
      start(() -> forward(near));
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
    sockets.add(far);
    long limit = cutAfter;
    start(() -> pump(far, near, Long.MAX_VALUE));
    pump(near, far, limit);
  }

  private void pump(Socket from, Socket to, long limit) throws IOException {
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      byte[] buffer = new byte[8192];
      long left = limit;
      for (int n = in.read(buffer); n >= 0 && left > 0; n = in.read(buffer)) {
        awaitThaw();
        out.write(buffer, 0, (int) Math.min(n, left));
        left -= n;
      }
    }
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
