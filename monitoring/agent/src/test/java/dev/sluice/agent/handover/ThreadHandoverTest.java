package dev.sluice.agent.handover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.monitoring.probe.Probes;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadHandoverTest {
  /** Defines the classes of this package itself, and remembers which it was asked for. */
  private static final class Asked extends ClassLoader {
    private final List<String> names = new ArrayList<>();

    Asked() {
      super(ThreadHandoverTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      names.add(name);
      if (!name.startsWith(ThreadHandover.class.getPackageName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /** Loading any might need that class of the JDK, which then could never be loaded. */
  @Test
  void class_of_the_jdk_that_is_being_loaded_makes_the_transformer_load_none() throws Exception {
    Asked loader = new Asked();
    Object handover =
        loader
            .loadClass(ThreadHandover.class.getName())
            .getConstructor(Probes.class)
            .newInstance((Probes) null);
    ClassFileTransformer transformer =
        (ClassFileTransformer) handover.getClass().getMethod("transformer").invoke(handover);
    loader.names.clear();
    String name = "java/lang/invoke/MethodHandle$1";
    assertThat(transformer.transform(null, name, null, null, new byte[0])).isNull();
    assertThat(loader.names).isEmpty();
  }
}
