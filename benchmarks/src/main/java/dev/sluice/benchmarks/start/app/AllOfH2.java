package dev.sluice.benchmarks.start.app;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Loads every class of the H2 database, and asks it one question. */
public final class AllOfH2 {
  private static final String CLASS = ".class";
  private static final String DRIVER = "org.h2.Driver";

  private AllOfH2() {}

  /** Takes no arguments; H2 is on the class path. */
  public static void main(String[] args) throws Exception {
    loadAll();
    query();
  }

  /** Without initialising them. Some need libraries that are not there, and are left out. */
  private static void loadAll() throws IOException, ReflectiveOperationException {
    ClassLoader loader = AllOfH2.class.getClassLoader();
    for (String name : names(Class.forName(DRIVER, false, loader))) {
      try {
        Class.forName(name, false, loader);
      } catch (NoClassDefFoundError e) {
        continue;
      }
    }
  }

  private static List<String> names(Class<?> one) throws IOException {
    try (JarFile jar =
        new JarFile(
            Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI()).toFile())) {
      return jar.stream()
          .map(JarEntry::getName)
          .filter(name -> name.startsWith("org/h2/") && name.endsWith(CLASS))
          .map(name -> name.substring(0, name.length() - CLASS.length()).replace('/', '.'))
          .toList();
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private static void query() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:start");
        Statement statement = connection.createStatement()) {
      statement.execute("create table item(id int primary key, name varchar)");
      statement.execute("insert into item values (1, 'one'), (2, 'two'), (3, 'three')");
      try (ResultSet result = statement.executeQuery("select count(*) from item where id > 1")) {
        if (!result.next() || result.getInt(1) != 2) {
          throw new SQLException("H2 counts wrongly");
        }
      }
    }
  }
}
