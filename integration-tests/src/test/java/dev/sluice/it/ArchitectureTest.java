package dev.sluice.it;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import dev.sluice.api.config.Loggers;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rules between modules. The agent is left out: its jar holds the others, relocated. */
@AnalyzeClasses(
    packages = "dev.sluice",
    importOptions = {
      ImportOption.DoNotIncludeTests.class,
      ArchitectureTest.WithoutAgentAndTests.class
    })
@ArchTag("one-jdk")
class ArchitectureTest {
  private static final String API = "dev.sluice.api..";
  private static final String IO = "dev.sluice.support..";
  private static final String TOOLS = "dev.sluice.tools..";
  private static final String SUPPORT = "dev.sluice.serializers.support..";
  private static final DescribedPredicate<JavaClass> PRIMITIVES =
      DescribedPredicate.describe(
          "primitives and their arrays", c -> c.getBaseComponentType().isPrimitive());
  private static final String[] LIBRARIES = {
    API,
    IO,
    "dev.sluice.compiler..",
    "dev.sluice.collectors..",
    "dev.sluice.serializers..",
    "dev.sluice.rawwriters..",
    "dev.sluice.rawreaders..",
    "dev.sluice.streams..",
    "dev.sluice.analysis..",
    "dev.sluice.distributed..",
    "dev.sluice.monitoring..",
    "dev.sluice.spring..",
    "dev.sluice.kieker.."
  };

  @ArchTest
  static final ArchRule io_api_depends_on_the_jdk_alone = dependsOnly(API, "javax.crypto..");

  @ArchTest static final ArchRule io_support_depends_on_io_api_alone = dependsOnly(IO, API);

  @ArchTest
  static final ArchRule record_compiler_depends_on_io_api_alone =
      dependsOnly("dev.sluice.compiler..", API, "javax..");

  @ArchTest
  static final ArchRule collectors_depend_on_io_api_and_support_alone =
      dependsOnly("dev.sluice.collectors..", API, IO);

  @ArchTest
  static final ArchRule ring_does_not_know_who_drains_it =
      dependsOnly("dev.sluice.collectors.ring..", API, "dev.sluice.collectors.threads..");

  @ArchTest
  static final ArchRule delivery_does_not_know_who_seals_chunks =
      dependsOnly(
          "dev.sluice.collectors.delivery..",
          API,
          IO,
          "dev.sluice.collectors.ring..",
          "dev.sluice.collectors.chunking..",
          "dev.sluice.collectors.spill..",
          "dev.sluice.collectors.threads..");

  @ArchTest
  static final ArchRule serializer_support_depends_on_io_api_alone = dependsOnly(SUPPORT, API);

  @ArchTest
  static final ArchRule binary_serializer_depends_on_io_api_support_and_zstd =
      dependsOnly("dev.sluice.serializers.binary..", API, SUPPORT, "com.github.luben..");

  @ArchTest
  static final ArchRule protobuf_serializer_depends_on_io_api_and_support =
      dependsOnly("dev.sluice.serializers.protobuf..", API, SUPPORT);

  @ArchTest
  static final ArchRule nothing_but_serializers_depends_on_their_support =
      noClasses()
          .that(resideInAnyPackage(LIBRARIES))
          .and()
          .resideOutsideOfPackage("dev.sluice.serializers..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(SUPPORT);

  @ArchTest
  static final ArchRule file_writer_depends_on_io_api_and_support_alone =
      dependsOnly("dev.sluice.rawwriters.file..", API, IO);

  @ArchTest
  static final ArchRule file_reader_depends_on_io_api_and_support_alone =
      dependsOnly("dev.sluice.rawreaders.file..", API, IO);

  @ArchTest
  static final ArchRule kafka_writer_depends_on_io_api_and_the_client =
      dependsOnly("dev.sluice.rawwriters.kafka..", API, IO, "org.apache.kafka..");

  @ArchTest
  static final ArchRule kafka_reader_depends_on_io_api_and_the_client =
      dependsOnly("dev.sluice.rawreaders.kafka..", API, IO, "org.apache.kafka..");

  @ArchTest
  static final ArchRule tcp_writer_depends_on_io_api_and_the_jdk =
      dependsOnly("dev.sluice.rawwriters.tcp..", API, IO, "javax.net.ssl..");

  @ArchTest
  static final ArchRule tcp_reader_depends_on_io_api_and_netty =
      dependsOnly("dev.sluice.rawreaders.tcp..", API, IO, "io.netty..");

  @ArchTest
  static final ArchRule source_instrumentation_depends_on_monitoring_and_javaparser =
      dependsOnly("dev.sluice.source..", API, "dev.sluice.monitoring..", "com.github.javaparser..");

  @ArchTest
  static final ArchRule javaparser_is_in_one_module =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.sluice.source..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.github.javaparser..");

  @ArchTest
  static final ArchRule no_netty_type_is_in_a_public_signature =
      noMethods()
          .that()
          .arePublic()
          .and()
          .areDeclaredInClassesThat()
          .arePublic()
          .and()
          .areDeclaredInClassesThat()
          .resideInAnyPackage(LIBRARIES)
          .should()
          .haveRawReturnType(resideInAnyPackage("io.netty.."))
          .orShould()
          .haveRawParameterTypes(
              DescribedPredicate.anyElementThat(resideInAnyPackage("io.netty..")));

  @ArchTest
  static final ArchRule record_streams_depend_on_io_api_and_support_alone =
      dependsOnly("dev.sluice.streams..", API, IO);

  @ArchTest
  static final ArchRule analysis_depends_on_record_streams_and_its_three_libraries =
      dependsOnly(
          "dev.sluice.analysis..",
          API,
          "dev.sluice.streams..",
          "org.jctools..",
          "org.HdrHistogram..",
          "org.apache.commons.statistics..");

  @ArchTest
  static final ArchRule distributed_analysis_depends_on_analysis_and_kafka =
      dependsOnly(
          "dev.sluice.distributed..",
          API,
          IO,
          "dev.sluice.streams..",
          "dev.sluice.analysis..",
          "org.apache.kafka..");

  @ArchTest
  static final ArchRule pages_depend_on_jackson_alone =
      dependsOnly("dev.sluice.pages..", "com.fasterxml.jackson.core..");

  @ArchTest
  static final ArchRule samplers_of_the_machine_depend_on_monitoring_and_oshi =
      dependsOnly(
          "dev.sluice.monitoring.samplers.system..", API, "dev.sluice.monitoring..", "oshi..");

  @ArchTest
  static final ArchRule metrics_for_micrometer_depend_on_monitoring_and_micrometer =
      dependsOnly(
          "dev.sluice.monitoring.micrometer..", API, "dev.sluice.monitoring..", "io.micrometer..");

  @ArchTest
  static final ArchRule bridge_for_kieker_depends_on_monitoring_and_kieker =
      dependsOnly("dev.sluice.kieker..", API, "dev.sluice.monitoring..", "kieker..");

  @ArchTest
  static final ArchRule starter_depends_on_monitoring_and_spring =
      dependsOnly(
          "dev.sluice.spring..",
          API,
          "dev.sluice.monitoring..",
          "org.springframework..",
          "io.micrometer.core..");

  @ArchTest
  static final ArchRule spring_is_in_one_module =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.sluice.spring..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.springframework..");

  @ArchTest
  static final ArchRule histograms_depend_on_monitoring_and_hdrhistogram =
      dependsOnly(
          "dev.sluice.monitoring.histograms..", "dev.sluice.monitoring..", "org.HdrHistogram..");

  @ArchTest
  static final ArchRule oshi_micrometer_and_hdrhistogram_have_few_users =
      noClasses()
          .that()
          .resideInAPackage("dev.sluice..")
          .and()
          .resideOutsideOfPackages(
              "dev.sluice.monitoring.samplers.system..",
              "dev.sluice.monitoring.micrometer..",
              "dev.sluice.spring..",
              "dev.sluice.monitoring.histograms..",
              "dev.sluice.analysis.calls..",
              "dev.sluice.tools..",
              "dev.sluice.cli.oracle..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("oshi..", "io.micrometer..", "org.HdrHistogram..");

  @ArchTest
  static final ArchRule jmx_is_touched_by_its_beans_alone =
      noClasses()
          .that()
          .resideInAnyPackage("dev.sluice.monitoring", "dev.sluice.monitoring.switches")
          .and()
          .haveNameNotMatching(".*\\.(MonitorBean|SwitchesBean)(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("javax.management..", "java.lang.management..");

  @ArchTest
  static final ArchRule kafka_internals_are_in_one_place =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.sluice.testkit.broker..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "kafka..",
              "org.apache.kafka.server..",
              "org.apache.kafka.metadata..",
              "org.apache.kafka.raft..");

  @ArchTest
  static final ArchRule nothing_reaches_into_the_jdk =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("sun..", "jdk.internal..", "com.sun.proxy..");

  @ArchTest
  static final ArchRule libraries_and_tools_do_not_print =
      noClasses()
          .that()
          .resideInAnyPackage(LIBRARIES)
          .or()
          .resideInAPackage(TOOLS)
          .should(ACCESS_STANDARD_STREAMS);

  @ArchTest
  static final ArchRule tools_know_no_command_line =
      noClasses()
          .that()
          .resideInAPackage(TOOLS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("picocli..", "dev.sluice.cli..");

  @ArchTest
  static final ArchRule tools_do_not_end_the_program =
      noClasses()
          .that()
          .resideInAPackage(TOOLS)
          .should()
          .callMethod(System.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "halt", int.class);

  @ArchTest
  static final ArchRule libraries_log_through_system_logger =
      noClasses()
          .that()
          .resideInAnyPackage(LIBRARIES)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.util.logging..", "org.slf4j..", "org.apache.logging..");

  @ArchTest
  static final ArchRule libraries_get_their_loggers_from_one_place =
      noClasses()
          .that()
          .resideInAnyPackage(LIBRARIES)
          .and()
          .doNotHaveFullyQualifiedName(Loggers.class.getName())
          .should()
          .callMethod(System.class, "getLogger", String.class)
          .orShould()
          .callMethod(System.class, "getLogger", String.class, ResourceBundle.class);

  @ArchTest
  static final ArchRule no_class_is_loaded_by_a_name_from_data =
      noClasses()
          .that()
          .resideInAnyPackage(LIBRARIES)
          .and()
          // Kafka hands over settings as names; they are the user's, not data.
          .doNotHaveSimpleName("RecordsDeserializer")
          .and()
          // Classes of the agent beside java.lang.Object, whose names are ours.
          .haveNameNotMatching(".*\\.(Scoped|ActiveTrace)")
          .should()
          .callMethod(Class.class, "forName", String.class)
          .orShould()
          .callMethod(Class.class, "forName", String.class, boolean.class, ClassLoader.class)
          .orShould()
          .callMethod(ClassLoader.class, "loadClass", String.class);

  @ArchTest
  static final ArchRule no_packages_depend_on_each_other_in_a_circle =
      slices().matching("dev.sluice.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule internals_of_the_jdk_are_not_used =
      noClasses().should().dependOnClassesThat().resideInAnyPackage("sun..", "jdk.internal..");

  @ArchTest static final ArchTests platform = ArchTests.in(PlatformRules.class);
  @ArchTest static final ArchTests circles = ArchTests.in(CircleRules.class);
  @ArchTest static final ArchTests api = ArchTests.in(ApiRules.class);

  @ArchTest
  static void each_package_is_in_one_module(JavaClasses all) {
    Map<String, Set<String>> places = new TreeMap<>();
    all.forEach(
        c -> {
          String file = c.getSource().orElseThrow().getUri().toString();
          String path = c.getName().replace('.', '/').replaceFirst("\\$.*", "");
          int at = file.lastIndexOf(path.substring(0, path.lastIndexOf('/')));
          places
              .computeIfAbsent(c.getPackageName(), p -> new TreeSet<>())
              .add(file.substring(0, at));
        });
    assertThat(places)
        .hasSizeGreaterThan(8)
        .allSatisfy((name, roots) -> assertThat(roots).as(name).hasSize(1));
  }

  private static ArchRule dependsOnly(String module, String... others) {
    String[] allowed = new String[others.length + 2];
    allowed[0] = module;
    allowed[1] = "java..";
    System.arraycopy(others, 0, allowed, 2, others.length);
    return classes()
        .that(resideInAnyPackage(module))
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage(allowed).or(PRIMITIVES));
  }

  /** Leaves the agent's jar and classes out, and jars of tests. */
  static final class WithoutAgentAndTests implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/agent/")
          && !location.contains("sluice-agent")
          && !location.contains("-tests.jar");
    }
  }
}
