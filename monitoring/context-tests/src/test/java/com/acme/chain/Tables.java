package com.acme.chain;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** Works with tables, through the pool if its argument is {@code pool}, else the driver alone. */
public final class Tables {
  private Tables() {}

  public static void main(String[] args) throws Exception {
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setURL("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1");
    if (args[0].equals("pool")) {
      HikariConfig config = new HikariConfig();
      config.setDataSource(h2);
      try (HikariDataSource pool = new HikariDataSource(config)) {
        handle(pool);
      }
    } else {
      handle(h2);
    }
  }

  /** What is monitored. */
  static void handle(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE orders (id INT PRIMARY KEY, name VARCHAR(20))");
      statement.executeUpdate("INSERT INTO orders VALUES (1, 'Ann'), (2, 'Bob')");
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO orders (id, name) VALUES (?, ?)")) {
        for (int id = 3; id < 6; id++) {
          insert.setInt(1, id);
          insert.setString(2, "Eve");
          insert.addBatch();
        }
        insert.executeBatch();
      }
      try (PreparedStatement find =
          connection.prepareStatement("SELECT name FROM orders WHERE id IN (?, ?)")) {
        for (int id = 1; id < 3; id++) {
          find.setInt(1, id);
          find.setInt(2, id + 2);
          find.executeQuery().close();
        }
      }
      try (var call = connection.prepareCall("UPDATE orders SET name = 'x' WHERE id > 3")) {
        call.executeUpdate();
      }
      statement.addBatch("DELETE FROM orders WHERE id = 1");
      statement.addBatch("DELETE FROM orders WHERE id = 2");
      statement.executeBatch();
      try {
        statement.executeQuery("SELECT nothing FROM orders WHERE name = 'Ann'");
      } catch (SQLException e) {
        System.out.println("failed");
      }
    }
  }
}
