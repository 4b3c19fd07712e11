package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Collectors, media and record streams take time, chance, threads and files from the platform that
 * they are given, so that one seed replays a whole life. Threads may still wait for each other with
 * monitors and queues; who reads a method's name in a string is not seen.
 */
final class PlatformRules {
  private static final Pattern WHERE =
      Pattern.compile(
          "dev\\.sluice\\.(api|support|collectors|rawwriters|rawreaders|streams)(\\..*)?");

  private static final Pattern PLATFORM =
      Pattern.compile("dev\\.sluice\\.(api|support)\\.platform");

  private PlatformRules() {}

  /** What the platform is there for. */
  private enum Source {
    TIME(
        "java.lang.System.(nanoTime|currentTimeMillis)",
        "java.time.(Instant|LocalDateTime|ZonedDateTime|OffsetDateTime|LocalDate|LocalTime).now",
        "java.time.Clock.system.*|java.time.Clock.tick.*",
        "java.util.Date.<init>"),
    CHANCE(
        "java.util.(concurrent.ThreadLocalRandom|Random).*",
        "java.security.SecureRandom.*",
        "java.util.SplittableRandom.<init>\\(\\)",
        "java.lang.Math.random",
        "java.util.UUID.randomUUID",
        "dev.sluice.api.spi.RandomBits.nextLong"),
    THREADS(
        "java.lang.Thread.(<init>|start|startVirtualThread|ofPlatform|ofVirtual)",
        "java.util.concurrent.(Executors|ForkJoinPool|ThreadPoolExecutor|"
            + "ScheduledThreadPoolExecutor).*",
        "java.util.concurrent.CompletableFuture.\\w+Async",
        "java.util.Timer.<init>"),
    PAUSES(
        "java.lang.Thread.(sleep|join|yield|onSpinWait)",
        "java.util.concurrent.locks.LockSupport.park.*",
        "java.util.concurrent.TimeUnit.(sleep|timedJoin)"),
    FILES(
        "java.nio.file.Files.*",
        "java.nio.channels.FileChannel.open",
        "java.io.(RandomAccessFile|FileInputStream|FileOutputStream|FileReader|FileWriter|"
            + "PrintWriter).<init>",
        "java.io.File\\.(?!separator|pathSeparator|<init>|toPath|getName|getPath).*"),
    THIS_MACHINE(
        "dev.sluice.support.platform.SystemPlatform.(get|with)",
        "dev.sluice.support.platform.SystemDisk.INSTANCE");

    private final Predicate<String> names;

    Source(String... names) {
      String any = String.join("|", names);
      this.names = Pattern.compile("(?:" + any + ")(?:\\(.*\\))?").asMatchPredicate();
    }

    boolean has(JavaAccess<?> access) {
      return names.test(access.getTarget().getFullName());
    }
  }

  private record Exempt(String type, Source source, String reason) {
    String use() {
      return type + " " + source;
    }
  }

  private static final List<Exempt> EXCEPTIONS =
      List.of(
          new Exempt(
              "dev.sluice.api.config.SmallFile",
              Source.FILES,
              "files that options name (keys, tokens, certificates): read where options are, "
                  + "before there is a platform"),
          new Exempt(
              "dev.sluice.api.spi.RandomBits",
              Source.FILES,
              "is where the platform of this machine has its chance from"),
          new Exempt(
              "dev.sluice.api.spi.RandomBits",
              Source.CHANCE,
              "is where the platform of this machine has its chance from"),
          new Exempt(
              "dev.sluice.support.wire.KafkaDiagnosis",
              Source.THIS_MACHINE,
              "asks servers, which answer in the time of this machine alone"),
          new Exempt(
              "dev.sluice.collectors.threads.Threads",
              Source.PAUSES,
              "waits for processors, which write what they hold back in the time of this machine"),
          new Exempt(
              "dev.sluice.collectors.RingSink",
              Source.PAUSES,
              "yields to the pump before it pauses; in virtual time nobody else is there to run"),
          new Exempt(
              "dev.sluice.collectors.ChunkingCollectorBuilder",
              Source.THIS_MACHINE,
              "the default of platform, and threadFactory"),
          new Exempt(
              "dev.sluice.streams.RecordStreamBuilder",
              Source.THIS_MACHINE,
              "the default of platform"),
          new Exempt(
              "dev.sluice.streams.ChunkAudit",
              Source.CHANCE,
              "an audit that a program makes itself, without a record stream"),
          new Exempt(
              "dev.sluice.streams.FilePositionStore",
              Source.THIS_MACHINE,
              "a store that a program makes itself, without a record stream"),
          new Exempt(
              "dev.sluice.rawwriters.file.FileRawWriter",
              Source.THIS_MACHINE,
              "a writer that a program makes itself, without a factory"),
          new Exempt(
              "dev.sluice.rawreaders.file.FileRawReader",
              Source.THIS_MACHINE,
              "a reader that a program makes itself, without a factory"),
          new Exempt(
              "dev.sluice.rawwriters.kafka.ProducerSettings",
              Source.CHANCE,
              "names a client of Kafka, which has time and threads of its own"),
          new Exempt(
              "dev.sluice.rawreaders.file.FileSet",
              Source.FILES,
              "globs over several directories; a simulation reads a directory"));

  @ArchTest
  static void time_chance_threads_and_files_come_from_the_platform(JavaClasses all) {
    Map<String, Set<String>> uses =
        uses(
            all,
            WHERE.asMatchPredicate().and(PLATFORM.asMatchPredicate().negate()),
            PlatformRules::outermost);
    Set<String> allowed = new TreeSet<>();
    EXCEPTIONS.forEach(exception -> allowed.add(exception.use()));
    Map<String, Set<String>> forbidden = new TreeMap<>(uses);
    forbidden.keySet().removeAll(allowed);
    assertThat(forbidden).as("to be taken from the platform").isEmpty();
    allowed.removeAll(uses.keySet());
    assertThat(allowed).as("exceptions that nothing needs any more").isEmpty();
  }

  /** A rule whose names match nothing would hold for ever. */
  @ArchTest
  static void platform_itself_uses_all_that_the_rule_looks_for(JavaClasses all) {
    Map<String, Set<String>> uses = uses(all, PLATFORM.asMatchPredicate(), type -> "platform");
    assertThat(uses.keySet())
        .containsExactlyElementsOf(
            Stream.of(Source.values()).map(source -> "platform " + source).sorted().toList());
  }

  private static Map<String, Set<String>> uses(
      JavaClasses all, Predicate<String> packages, Function<JavaClass, String> name) {
    Map<String, Set<String>> uses = new TreeMap<>();
    all.stream()
        .filter(type -> packages.test(type.getPackageName()))
        .flatMap(type -> type.getAccessesFromSelf().stream())
        .forEach(
            access -> {
              for (Source source : Source.values()) {
                if (source.has(access)) {
                  uses.computeIfAbsent(
                          name.apply(access.getOriginOwner()) + " " + source,
                          key -> new TreeSet<>())
                      .add(access.getDescription());
                }
              }
            });
    return uses;
  }

  static String outermost(JavaClass type) {
    return type.getName().replaceFirst("\\$.*", "");
  }
}
