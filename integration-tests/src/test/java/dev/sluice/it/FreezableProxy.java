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

/** Forwards TCP connections, and on request keeps them open without passing a byte on. */
final class FreezableProxy implements AutoCloseable {
  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition thawed = lock.newCondition();
  private boolean frozen;
  private volatile int target;

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
      Socket far = new Socket("127.0.0.1", target);
      sockets.add(near);
      sockets.add(far);
      start(() -> pump(near, far));
      start(() -> pump(far, near));
    }
  }

  private void pump(Socket from, Socket to) throws IOException {
    try (from;
        to;
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      byte[] buffer = new byte[8192];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        awaitThaw();
        out.write(buffer, 0, n);
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
