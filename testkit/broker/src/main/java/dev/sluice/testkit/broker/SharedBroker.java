package dev.sluice.testkit.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A JUnit extension that gives the same broker to every test of the JVM with a parameter of type
 * {@link KafkaBroker}. The first one starts it; it is stopped and its data removed after the last.
 * Tests use topics of their own and never close it.
 */
public final class SharedBroker implements ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(SharedBroker.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == KafkaBroker.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent(Running.class).broker;
  }

  /** Entry of the root store, which closes it. */
  static final class Running implements AutoCloseable {
    final Path directory;
    final KafkaBroker broker;

    Running() {
      try {
        directory = Files.createTempDirectory("sluice-broker");
        broker = KafkaBroker.start(directory);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      broker.close();
      try (Stream<Path> files = Files.walk(directory)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }
}
