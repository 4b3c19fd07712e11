package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars are laid out as the tools that make them lay them out. */
class LibrariesTest {
  private static final byte[] NOTHING = {};
  private static final String SERVLET = "jakarta/servlet/Servlet.class";
  private static final String DRIVER = "META-INF/services/java.sql.Driver";
  private static final String KAFKA = "org/apache/kafka/clients/producer/KafkaProducer.class";

  @TempDir private Path directory;

  private static byte[] zip(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        ZipEntry stored = new ZipEntry(entry.getKey());
        CRC32 crc = new CRC32();
        crc.update(entry.getValue());
        stored.setMethod(ZipEntry.STORED);
        stored.setSize(entry.getValue().length);
        stored.setCrc(crc.getValue());
        zip.putNextEntry(stored);
        zip.write(entry.getValue());
      }
    }
    return bytes.toByteArray();
  }

  private String jar(String name, Map<String, byte[]> entries) throws IOException {
    Path jar = directory.resolve(name);
    Files.createDirectories(jar.getParent());
    return Files.write(jar, zip(entries)).toString();
  }

  private static byte[] manifest(String classPath) {
    return ("Manifest-Version: 1.0\nClass-Path: " + classPath + "\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static Map<String, String> presets(String... command) {
    return Libraries.presets(List.of(command), "");
  }

  @Test
  void jars_within_an_executable_jar_of_spring_boot_are_seen() throws IOException {
    byte[] tomcat = zip(Map.of(SERVLET, NOTHING));
    byte[] h2 = zip(Map.of(DRIVER, NOTHING));
    byte[] broken = {'n', 'o', ' ', 'z', 'i', 'p'};
    String app =
        jar(
            "app.jar",
            Map.of(
                "BOOT-INF/lib/a.jar", broken,
                "BOOT-INF/lib/tomcat.jar", tomcat,
                "BOOT-INF/lib/h2.jar", h2,
                "BOOT-INF/classes/jakarta/ws/rs/GET.class", NOTHING));
    assertThat(presets("java", "-Xmx1g", "-jar", app, "-cp", "x"))
        .isEqualTo(Map.of("http", "app.jar", "jdbc", "app.jar", "jaxrs", "app.jar"));
    assertThat(presets("java", "-jar", jar("web.war", Map.of("WEB-INF/lib/t.jar", tomcat))))
        .containsOnlyKeys("http");
  }

  @Test
  void class_path_of_a_manifest_is_followed_once() throws IOException {
    jar("lib/a b.jar", Map.of(SERVLET, NOTHING, "META-INF/MANIFEST.MF", manifest("../thin.jar")));
    String thin = jar("thin.jar", Map.of("META-INF/MANIFEST.MF", manifest("lib/a%20b.jar x:y")));
    assertThat(presets("java", "-jar", thin)).containsOnlyKeys("http");
  }

  @Test
  void libraries_beside_a_jar_of_quarkus_are_seen() throws IOException {
    jar("app/lib/main/agroal.jar", Map.of(DRIVER, NOTHING));
    assertThat(presets("java", "-jar", jar("app/quarkus-run.jar", Map.of("a", NOTHING))))
        .containsOnlyKeys("jdbc");
  }

  @Test
  void class_path_and_module_path_are_seen_however_they_are_written() throws IOException {
    jar("libs/servlet.jar", Map.of(SERVLET, NOTHING));
    String kafka = jar("mods/kafka.jar", Map.of(KAFKA, NOTHING));
    String all = directory.resolve("libs") + "/*";
    assertThat(presets("java", "-cp", "nowhere.jar:" + all, "Shop")).containsOnlyKeys("http");
    assertThat(presets("java", "--class-path=" + all, "Shop")).containsOnlyKeys("http");
    assertThat(presets("java", "--add-opens", "a/b=c", "-cp", all, "-p", kafka, "-m", "m/Shop"))
        .containsOnlyKeys("http", "kafka");
    assertThat(presets("java", "--module-path=" + directory.resolve("mods"), "-m", "m/Shop"))
        .containsOnlyKeys("kafka");
    assertThat(Libraries.presets(List.of("java", "Shop"), kafka)).containsOnlyKeys("kafka");
  }

  @Test
  void program_without_them_has_none() throws IOException {
    String plain = jar("plain.jar", Map.of("org/example/Shop.class", NOTHING));
    assertThat(presets("java", "-jar", plain, "-cp", "x")).isEmpty();
    assertThat(presets("java", "-cp", plain, "Shop", "-jar", "y.jar")).isEmpty();
    assertThat(presets("java", "-jar")).isEmpty();
  }
}
