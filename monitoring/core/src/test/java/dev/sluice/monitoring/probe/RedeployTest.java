package dev.sluice.monitoring.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An application with its own Sluice goes, the threads that served it stay. */
class RedeployTest {
  /** In the application's class loader. */
  public static final class Application implements RowSink {
    /** Executes an operation on an object of a class that outlives the application. */
    public static void serve(String kind) {
      Probes probes = new Probes(new Application(), "host", thread -> true);
      probes.sampler(TraceSampler.rate(0.5));
      Operation bar =
          probes.operation("void A.bar()", "A", EnumSet.of(ProbeKind.valueOf(kind)), null);
      for (int i = 0; i < 10; i++) {
        ProbeThread mine = bar.begin();
        long frame = mine.enter(bar);
        mine.before(bar, frame, 0, "a text");
        mine.exit(bar, frame, 0, "a text", null);
      }
      probes.close(Duration.ofSeconds(5));
    }

    @Override
    public int register(RecordType type) {
      return 0;
    }

    @Override
    public RowBuffer buffer() {
      return new RowBuffer(new long[64], new boolean[1]) {
        @Override
        public boolean isOwnedBy(Thread thread) {
          return false;
        }

        @Override
        public int claim(int words) {
          return 0;
        }

        @Override
        public boolean commit(int index, long header) {
          return true;
        }
      };
    }

    @Override
    public int full(RowBuffer buffer, int count) {
      return -1;
    }

    @Override
    public Symbol symbol(String value) {
      return new Symbol(value, 1);
    }

    @Override
    public Symbol symbol(String value, ClassLoader owner) {
      return symbol(value);
    }

    @Override
    public void reject(DropCause cause, RecordType type) {
      throw new AssertionError(cause);
    }
  }

  private static WeakReference<ClassLoader> deploy(ProbeKind kind) throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(url(entry));
    }
    try (URLClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Class<?> application = loader.loadClass(Application.class.getName());
      assertThat(application).isNotSameAs(Application.class);
      application.getMethod("serve", String.class).invoke(null, kind.name());
      return new WeakReference<>(loader);
    }
  }

  private static URL url(String entry) throws MalformedURLException {
    return Path.of(entry).toUri().toURL();
  }

  @ParameterizedTest
  @EnumSource(ProbeKind.class)
  void nothing_keeps_the_class_loader_of_an_application_that_is_gone(ProbeKind kind)
      throws Exception {
    WeakReference<ClassLoader> gone = deploy(kind);
    await()
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(gone.get()).isNull();
            });
  }
}
