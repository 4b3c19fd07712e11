package dev.sluice.monitoring.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.config.Setting;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationSourcesTest {
  private static final Key<Integer> RECORDS = Key.integer("chunk.records", 1024, 1, 99, "Records.");
  private static final Key<Boolean> STATIC = Key.flag("static.strings", true, "Strings.");
  private static final Key<Map<String, String>> CLIENT = Key.family("kafka.", "The client's.");
  private static final Key<Path> REPORT = Key.path("report", "A file.");
  private static final Key<Duration> DELAY =
      Key.duration("delay", Duration.ofMillis(200), Duration.ZERO, "Delay.");

  @TempDir private Path directory;
  private final Map<String, String> environment = new HashMap<>();
  private final Properties properties = new Properties();
  private String classPathFile;

  private ConfigurationSources sources() {
    return ConfigurationSources.of(classPathFile, directory, environment, properties);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private Setting records() {
    Options options = sources().options();
    options.get(RECORDS);
    options.finish();
    return options.settings().get(0);
  }

  @Test
  void each_place_goes_before_the_one_below() throws IOException {
    assertThat(records()).hasToString("chunk.records = 1024 (default)");
    classPathFile = "sluice.chunk.records=1";
    assertThat(records())
        .hasToString(
            "chunk.records = 1 (sluice.chunk.records in sluice.properties on the class path)");
    write("sluice.properties", "sluice.chunk.records: 2\n");
    assertThat(records().value()).isEqualTo("2");
    assertThat(records().origin())
        .isEqualTo("sluice.chunk.records in " + directory.resolve("sluice.properties"));
    environment.put("SLUICE_CHUNK_RECORDS", "3");
    assertThat(records())
        .hasToString("chunk.records = 3 (environment variable SLUICE_CHUNK_RECORDS)");
    properties.setProperty("sluice.chunk.records", " 4 ");
    assertThat(records()).hasToString("chunk.records = 4 (system property sluice.chunk.records)");
    Options options = sources().with(Map.of("chunk.records", "5"), "agent option").options();
    assertThat(options.get(RECORDS)).isEqualTo(5);
  }

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private static ConfigurationSources in(Path directory) {
    return ConfigurationSources.of(null, directory, Map.of(), new Properties());
  }

  private static void assertRefused(Path directory, String... parts) {
    Options options = in(directory).options();
    assertThat(options.get(REPORT)).isNull();
    assertThatThrownBy(options::finish)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(" must not open, send, load or delete anything, because ")
        .hasMessageContaining("sluice.report in " + directory.resolve("sluice.properties"))
        .hasMessageContaining("-Dsluice.config=FILE")
        .satisfies(e -> assertThat(e.getMessage()).contains(parts));
  }

  private static void assertTrusted(Path directory) {
    Options options = in(directory).options();
    assertThat(options.get(REPORT)).isNotNull();
    options.finish();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void powerful_options_are_not_taken_from_a_file_that_others_may_write() throws IOException {
    Path file = directory.resolve("sluice.properties");
    write("sluice.properties", "sluice.report=/home/me/notes\n");
    permit(directory, "rwx------");
    permit(file, "rw-r--r--");
    assertTrusted(directory);
    permit(file, "rw-r--rw-");
    assertRefused(directory, "others may write to " + file.toRealPath());
    permit(file, "rw-r--r--");
    permit(directory, "rwxr-xrwx");
    assertRefused(directory, "others may write to " + directory.toRealPath());
    // Who names the file means it.
    properties.setProperty("sluice.config", file.toString());
    assertThat(sources().options().get(REPORT)).isNotNull();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void who_may_make_a_link_to_a_file_of_the_user_chooses_no_powerful_options() throws IOException {
    Path own = Files.createDirectory(directory.resolve("own"));
    permit(own, "rwx------");
    Files.writeString(own.resolve("any"), "sluice.report=/home/me/notes\n");
    Path open = Files.createDirectory(directory.resolve("open"));
    permit(open, "rwxrwxrwx");
    Files.createSymbolicLink(open.resolve("sluice.properties"), own.resolve("any"));
    assertRefused(open, "others may write to " + open.toRealPath());
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void what_else_stands_in_such_a_file_is_taken() throws IOException {
    write("sluice.properties", "sluice.chunk.records=7\n");
    permit(directory, "rwxrwxrwx");
    assertThat(records().value()).isEqualTo("7");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void value_from_a_trusted_place_replaces_that_of_such_a_file() throws IOException {
    write("sluice.properties", "sluice.report=/home/me/notes\n");
    permit(directory, "rwxrwxrwx");
    properties.setProperty("sluice.report", "mine");
    Options options = sources().options();
    assertThat(options.get(REPORT)).isEqualTo(Path.of("mine"));
    options.finish();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void family_that_is_passed_on_is_refused_whatever_the_names() throws IOException {
    write("sluice.properties", "sluice.kafka.acks=0\nsluice.rule.a.include=x\n");
    permit(directory, "rwxrwxrwx");
    Options options = sources().offered();
    assertThat(options.get(Key.family("rule.", "Rules.").harmless())).containsKey("a.include");
    options.finish();
    assertThat(options.get(CLIENT)).isEmpty();
    assertThatThrownBy(options::finish).hasMessageContaining("sluice.kafka.acks in ");
    Options untyped = sources().offered();
    assertThat(untyped.withPrefix("")).isEmpty();
    assertThatThrownBy(untyped::finish).hasMessageContaining("sluice.rule.a.include in ");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void file_of_the_owners_own_group_is_the_owners() throws IOException {
    write("sluice.properties", "sluice.report=r");
    PosixFileAttributes attributes = Files.readAttributes(directory, PosixFileAttributes.class);
    permit(directory, "rwxrwx---");
    if (attributes.group().getName().equals(attributes.owner().getName())) {
      assertTrusted(directory);
    } else {
      assertRefused(directory, "others may write to ");
    }
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no permissions of POSIX")
  void powerful_options_are_not_taken_from_a_file_of_somebody_else() throws IOException {
    Path file = directory.resolve("sluice.properties");
    write("sluice.properties", "sluice.report=r");
    permit(directory, "rwx------");
    try {
      Files.setAttribute(file, "unix:uid", 4711);
    } catch (IOException e) {
      abort("only root may give files away: " + e);
    }
    assertRefused(directory, file.toRealPath() + " belongs to 4711");
  }

  @Test
  void file_system_without_permissions_is_not_trusted() throws IOException {
    Path zip = directory.resolve("files.zip");
    try (FileSystem files = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      Path root = files.getPath("/");
      Files.writeString(root.resolve("sluice.properties"), "sluice.report=r");
      assertRefused(root, "its file system does not show who may write to ");
    }
  }

  @Test
  void named_file_takes_the_place_of_that_in_the_directory() throws IOException {
    write("sluice.properties", "sluice.chunk.records=2");
    write("other", "sluice.chunk.records=7");
    environment.put("SLUICE_CONFIG", directory.resolve("other").toString());
    assertThat(records().value()).isEqualTo("7");
    properties.setProperty("sluice.config", directory.resolve("sluice.properties").toString());
    assertThat(records().value()).isEqualTo("2");
  }

  @Test
  void environment_has_every_name_in_one_form() {
    environment.put("SLUICE_STATIC_STRINGS", "false");
    environment.put("SLUICE_KAFKA_SSL_KEY_PASSWORD", "hunter2");
    Options options = sources().options();
    assertThat(options.get(STATIC)).isFalse();
    assertThat(options.get(CLIENT)).containsOnly(Map.entry("ssl.key.password", "hunter2"));
    options.finish();
    assertThat(options.settings()).asString().doesNotContain("hunter2");
  }

  @Test
  void all_mistakes_in_all_places_are_told_at_once() throws IOException {
    write("sluice.properties", "sluice.dellay=1s\nchunk.records=2\n");
    environment.put("SLUICE_CHUNK_RECODS", "3");
    properties.setProperty("sluice.chunk.records", "many");
    properties.setProperty("other", "x");
    Options options = sources().options();
    options.get(RECORDS);
    options.get(DELAY);
    String file = directory.resolve("sluice.properties").toString();
    assertThatThrownBy(options::finish)
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            e ->
                assertThat(e.problems())
                    .containsExactlyInAnyOrder(
                        "'chunk.records' in " + file + " must begin with 'sluice.', as all do",
                        "option 'chunk.records' must be a whole number from 1 to 99, was 'many'"
                            + " (system property sluice.chunk.records)",
                        "unknown option 'dellay' (sluice.dellay in "
                            + file
                            + "); did you mean 'delay'?"));
  }

  @Test
  void unknown_name_in_the_environment_is_no_mistake_but_told() {
    environment.put("SLUICE_HOME", "/opt/sluice");
    environment.put("SLUICE_CHUNK_RECODS", "3");
    Options options = sources().options();
    options.get(RECORDS);
    options.finish();
    assertThat(options.unread())
        .containsExactly(
            "unknown option 'chunk.recods' (environment variable SLUICE_CHUNK_RECODS); did you mean"
                + " 'chunk.records'?",
            "unknown option 'home' (environment variable SLUICE_HOME)");
    environment.put("SLUICE_CHUNK_RECORDS", "many");
    Options wrong = sources().options();
    wrong.get(RECORDS);
    assertThatThrownBy(wrong::finish).hasMessageContaining("was 'many'");
  }

  @Test
  void offered_values_need_not_fit_but_must_be_right() {
    environment.put("SLUICE_ROTATE_BYTES", "1MiB");
    Options options = sources().offered();
    options.get(RECORDS);
    options.finish();
    environment.put("SLUICE_CHUNK_RECORDS", "many");
    Options wrong = sources().offered();
    wrong.get(RECORDS);
    assertThatThrownBy(wrong::finish).hasMessageContaining("SLUICE_CHUNK_RECORDS");
  }

  @Test
  void file_that_cannot_be_read_is_told() throws IOException {
    properties.setProperty("sluice.config", directory.resolve("absent").toString());
    assertThatThrownBy(() -> sources().options().finish())
        .hasMessageContaining("absent': it does not exist");
    properties.setProperty("sluice.config", "a\0b");
    assertThatThrownBy(() -> sources().options().finish()).hasMessageContaining("no path: a?b");
    write("broken", "sluice.delay=\\u00zz");
    properties.setProperty("sluice.config", directory.resolve("broken").toString());
    assertThatThrownBy(() -> sources().options().finish())
        .hasMessageContaining("broken': Malformed");
  }

  @ParameterizedTest
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no named pipes and devices")
  @ValueSource(strings = {"mkfifo named", "mkdir named", "ln -s /dev/zero named"})
  void pipe_directory_or_device_is_told_in_one_line(String command) throws Exception {
    Process made =
        new ProcessBuilder(command.split(" ")).directory(directory.toFile()).inheritIO().start();
    assertThat(made.waitFor()).isZero();
    properties.setProperty("sluice.config", directory.resolve("named").toString());
    assertThatThrownBy(() -> sources().options().finish())
        .hasMessageMatching(".*named': it is a (pipe or a device|directory)");
  }

  @Test
  void of_a_file_that_is_something_else_no_word_is_told() throws IOException {
    write("token", "hunter2\nroot:swordfish\n");
    properties.setProperty("sluice.config", directory.resolve("token").toString());
    assertThatThrownBy(() -> sources().options().finish())
        .hasMessageContaining("token' begins with 'sluice.'")
        .hasMessageNotContainingAny("hunter2", "root", "swordfish");
  }

  @Test
  void variables_that_kubernetes_makes_for_a_service_are_none_of_ours() {
    environment.put("SLUICE_SERVICE_HOST", "10.0.0.1");
    environment.put("SLUICE_PORT", "tcp://10.0.0.1:9931");
    environment.put("SLUICE_PORT_9931_TCP_ADDR", "10.0.0.1");
    environment.put("SLUICE_KAFKA_SERVICE_PORT_CLIENTS", "9092");
    environment.put("SLUICE_DEBUG", "1");
    environment.put("SLUICE_PAGER", "cat");
    Options options = sources().options();
    assertThat(options.get(CLIENT)).isEmpty();
    options.finish();
  }

  @Test
  void nothing_is_given_where_nothing_is() {
    for (ConfigurationSources nothing : List.of(ConfigurationSources.none(), sources())) {
      var options = nothing.options();
      options.finish();
      assertThat(options.settings()).isEmpty();
    }
  }
}
