package dev.sluice.tools.convert;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.Name;
import jdk.jfr.Timestamp;
import jdk.jfr.ValueDescriptor;

/** An ordinary program, which a flight recorder watches, with events of its own. */
final class JfrProgram {
  private JfrProgram() {}

  /** Runs for a moment, with a prefix of the names of its events. */
  public static void main(String[] args) throws IOException, InterruptedException {
    List<byte[]> kept = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      kept.add(new byte[64 << 10]);
    }
    System.gc();
    Thread worker = new Thread(() -> kept.forEach(Object::hashCode), "wörker");
    worker.start();
    worker.join();
    Path file = Files.createTempFile("jfr", null);
    Files.write(file, kept.get(0));
    Files.delete(file);
    try (Socket socket = new Socket("127.0.0.1", 1)) {
      throw new IOException(socket.toString());
    } catch (IOException expected) {
      // there is no server
    }
    for (int k = 0; k < 40; k++) {
      fire(args[0] + k, k, long.class, (long) k);
    }
    fire("acme.FooBar", 1, int.class, 7);
    fire("acme.FOO_BAR", 2, int.class, 7);
    fire("acme." + "a".repeat(250) + args[0], 3, Thread.class, Thread.currentThread());
    fire("acme.Kinds", 4, Class.class, String.class);
  }

  private static void fire(String name, int number, Class<?> kind, Object other) {
    List<ValueDescriptor> fields =
        List.of(
            new ValueDescriptor(int.class, "type"),
            new ValueDescriptor(String.class, "eventType"),
            new ValueDescriptor(kind, "other"),
            new ValueDescriptor(
                long.class,
                "deadline",
                List.of(
                    new AnnotationElement(Timestamp.class, Timestamp.MILLISECONDS_SINCE_EPOCH))));
    Event event =
        EventFactory.create(List.of(new AnnotationElement(Name.class, name)), fields).newEvent();
    event.begin();
    event.set(0, number);
    event.set(1, name);
    event.set(2, other);
    event.set(3, Long.MAX_VALUE - number);
    event.commit();
  }
}
