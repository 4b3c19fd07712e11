package dev.sluice.realprograms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.agent.it.Program;
import dev.sluice.agent.it.Recording;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bundles that see nothing but {@code java.*} and what they import. */
class OsgiIT {
  private static final String HOST =
      """
      package com.acme.host;
      import java.util.*;
      import org.osgi.framework.*;
      import org.osgi.framework.launch.*;
      public class Host {
        public static void main(String[] jars) throws Exception {
          Framework framework = ServiceLoader.load(FrameworkFactory.class).iterator().next().newFramework(Map.of(
              "org.osgi.framework.storage", "bundles",
              "org.osgi.framework.storage.clean", "onFirstInit",
              "org.osgi.framework.bootdelegation", "",
              "org.osgi.framework.bundle.parent", "boot",
              "felix.bootdelegation.implicit", "false",
              "osgi.compatibility.bootdelegation", "false"));
          framework.start();
          for (String jar : jars) {
            framework.getBundleContext().installBundle("file:" + jar).start();
          }
          framework.stop();
          framework.waitForStop(0);
        }
      }
      """;

  private static final String PRICES =
      """
      package com.acme.prices;
      public interface Prices {
        int of(int item);
        default int twice(int item) { return 2 * of(item); }
      }
      """;

  private static final String PROVIDER =
      """
      package com.acme.provider;
      import com.acme.prices.Prices;
      import org.osgi.framework.*;
      public class Provider implements BundleActivator {
        public void start(BundleContext context) {
          context.registerService(Prices.class, new Table(), null);
        }
        public void stop(BundleContext context) {}
        static class Table implements Prices {
          public int of(int item) {
            if (item > 9) {
              throw new IllegalArgumentException("no item " + item);
            }
            return item * 31 % 97;
          }
        }
      }
      """;

  private static final String SHOP =
      """
      package com.acme.shop;
      import com.acme.prices.Prices;
      import org.osgi.framework.*;
      public class Shop implements BundleActivator {
        private Prices prices;
        public void start(BundleContext context) throws Exception {
          prices = context.getService(context.getServiceReference(Prices.class));
          System.out.println(prices.twice(4));
          try {
            prices.of(10);
          } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
          }
          Thread thread = new Thread(this::later);
          thread.start();
          thread.join();
          for (String name : new String[] {
              "com.acme.host.Host", "com.acme.provider.Provider", "javax.xml.parsers.SAXParser", "org.w3c.dom.Node",
              "dev.sluice.agent.SluiceAgent", "dev.sluice.monitoring.Monitor", "java.sql.Connection"}) {
            try {
              Class.forName(name);
              System.out.println("visible " + name);
            } catch (ClassNotFoundException e) {
              System.out.println("hidden " + name);
            }
          }
        }
        private void later() { System.out.println(prices.of(3)); }
        public void stop(BundleContext context) { System.out.println("closed"); }
      }
      """;

  @TempDir private Path directory;

  static Stream<Arguments> frameworks() {
    return Program.jdks()
        .flatMap(
            jdk ->
                Stream.of("org.apache.felix.framework", "org.eclipse.osgi")
                    .map(framework -> Arguments.of(jdk, framework)));
  }

  private static Path bundle(
      Program program, String name, Path classes, Map<String, String> headers) throws IOException {
    Map<String, String> all = new HashMap<>(headers);
    all.put("Bundle-ManifestVersion", "2");
    all.put("Bundle-SymbolicName", name);
    return program.jar(name, classes, "com/acme/" + name, all);
  }

  /** One that uses the prices, and is started. */
  private static Path bundle(Program program, String name, Path classes, String activator)
      throws IOException {
    String imports = "org.osgi.framework,com.acme.prices";
    return bundle(
        program, name, classes, Map.of("Import-Package", imports, "Bundle-Activator", activator));
  }

  private Program.Result run(Program program, String framework) throws Exception {
    Path library = Path.of(System.getProperty("sluice.osgi"), framework + ".jar");
    Path host = program.compile("host", "com/acme/host/Host.java", HOST, "-cp", library.toString());
    Path classes = directory.resolve("classes");
    String seen = library + File.pathSeparator + classes;
    program.compile("classes", "com/acme/prices/Prices.java", PRICES);
    program.compile("classes", "com/acme/provider/Provider.java", PROVIDER, "-cp", seen);
    program.compile("classes", "com/acme/shop/Shop.java", SHOP, "-cp", seen);
    Path prices = bundle(program, "prices", classes, Map.of("Export-Package", "com.acme.prices"));
    Path provider = bundle(program, "provider", classes, "com.acme.provider.Provider");
    Path shop = bundle(program, "shop", classes, "com.acme.shop.Shop");
    return program
        .arguments("-cp", library + File.pathSeparator + host, "com.acme.host.Host")
        .arguments(prices.toString(), provider.toString(), shop.toString())
        .run();
  }

  @ParameterizedTest
  @MethodSource("frameworks")
  void bundles_are_monitored(Path jdk, String framework) throws Exception {
    Program.Result none = run(Program.on(jdk, directory), framework);
    assertThat(none.out())
        .isEqualTo(
            """
            54
            no item 10
            93
            hidden com.acme.host.Host
            hidden com.acme.provider.Provider
            hidden javax.xml.parsers.SAXParser
            hidden org.w3c.dom.Node
            hidden dev.sluice.agent.SluiceAgent
            hidden dev.sluice.monitoring.Monitor
            visible java.sql.Connection
            closed
            """);
    Program program = Program.on(jdk, directory).monitored("com.acme.**");
    assertThat(run(program, framework)).isEqualTo(none);
    Recording recording = Recording.of(program.records());
    assertThat(recording.traces())
        .containsExactlyInAnyOrder(
            List.of(
                "Host.main 0/0",
                "Provider.start 1/1",
                "Shop.start 2/1",
                "Prices.twice 3/2",
                "Provider$Table.of 4/3",
                "Provider$Table.of 5/2"),
            List.of("Shop.later 0/0", "Provider$Table.of 1/1"),
            List.of("Shop.stop 0/0"),
            List.of("Provider.stop 0/0"));
    assertThat(recording.links()).contains("main", "later < main 5");
    assertThat(program.report()).content().contains("failed.classes=0", "dropped=0\n");
  }

  @ParameterizedTest
  @MethodSource("frameworks")
  void framework_itself_is_monitored(Path jdk, String framework) throws Exception {
    Program.Result none = run(Program.on(jdk, directory), framework);
    Program program = Program.on(jdk, directory);
    program.agent(
        "sink=file:"
            + program.records()
            + "?policy=block;report="
            + program.report()
            + ";probe=execution,events;include=**|new **");
    assertThat(run(program, framework)).isEqualTo(none);
    assertThat(program.report())
        .content()
        .contains("failed.classes=0", "dropped=0\n", "balanced=true", "warnings=0");
  }
}
