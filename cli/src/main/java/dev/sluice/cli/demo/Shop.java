package dev.sluice.cli.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;

/** One thread's use of the shop: visits of customers who look around and sometimes order. */
final class Shop {
  private static final int CUSTOMERS = 1_000;
  private static final int PRODUCTS = 2_000;
  private static final int LINES = 3;
  private static final int SEED = 20_261_121;

  private static final String[] TABLES = {
    "create table customer(id int primary key, name varchar(40), city varchar(20), orders int default 0)",
    "create table product(id int primary key, name varchar(40), price decimal(8,2), stock int)",
    "create table orders(id bigint primary key, customer int references customer(id), total decimal(10,2))",
    "create table line(order_id bigint references orders(id), nr int, product int references product(id),"
        + " quantity int, primary key(order_id, nr))",
    "create index orders_by_customer on orders(customer)",
    "create index product_by_price on product(price)"
  };

  private final int thread;
  private final int threads;
  private final SplittableRandom random;
  private final Connection connection;
  private final PreparedStatement customer;
  private final PreparedStatement product;
  private final PreparedStatement priceRange;
  private final PreparedStatement history;
  private final PreparedStatement addOrder;
  private final PreparedStatement addLine;
  private final PreparedStatement takeStock;
  private final PreparedStatement countOrder;
  private long orders;

  /**
   * Creates the load of one of {@code threads} threads; each thread orders its own products, so
   * none waits for the lock of another.
   */
  Shop(Connection connection, int thread, int threads) throws SQLException {
    this.connection = connection;
    this.thread = thread;
    this.threads = threads;
    this.random = new SplittableRandom(SEED + thread);
    customer = connection.prepareStatement("select name, city, orders from customer where id = ?");
    product = connection.prepareStatement("select name, price, stock from product where id = ?");
    priceRange =
        connection.prepareStatement(
            "select id, name, price from product where price between ? and ? order by price limit 10");
    history =
        connection.prepareStatement(
            "select o.id, p.name, l.quantity from orders o join line l on l.order_id = o.id"
                + " join product p on p.id = l.product where o.customer = ? order by o.id desc limit 10");
    addOrder =
        connection.prepareStatement("insert into orders(id, customer, total) values(?, ?, ?)");
    addLine =
        connection.prepareStatement(
            "insert into line(order_id, nr, product, quantity) values(?, ?, ?, ?)");
    takeStock = connection.prepareStatement("update product set stock = stock - ? where id = ?");
    countOrder =
        connection.prepareStatement("update customer set orders = orders + 1 where id = ?");
  }

  /** Creates the tables and fills them with customers and products. */
  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        statement.execute(table);
      }
      statement.execute(
          "insert into customer select x, 'customer ' || x, 'city ' || mod(x, 50), 0 from system_range(0, "
              + (CUSTOMERS - 1)
              + ")");
      statement.execute(
          "insert into product select x, 'product ' || x, mod(x * 7919, 10000) / 100.0, 1000000 from system_range(0, "
              + (PRODUCTS - 1)
              + ")");
    }
  }

  /** Returns one customer's visit; the result is how many statements it took. */
  int visit() throws SQLException {
    int who = own(CUSTOMERS);
    int statements = query(customer, who);
    for (int i = 0; i < 4; i++) {
      statements += query(product, random.nextInt(PRODUCTS));
    }
    int price = random.nextInt(90);
    statements += query(priceRange, price, price + 2);
    statements += query(history, who);
    return random.nextInt(2) == 0 ? statements + order(who) : statements;
  }

  private int own(int count) {
    return random.nextInt(count / threads) * threads + thread;
  }

  private int query(PreparedStatement statement, int... arguments) throws SQLException {
    for (int i = 0; i < arguments.length; i++) {
      statement.setInt(i + 1, arguments[i]);
    }
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        rows.getString(1);
      }
    }
    return 1;
  }

  private int order(int who) throws SQLException {
    connection.setAutoCommit(false);
    long id = orders++ * threads + thread;
    int statements = update(addOrder, id, who, 100 + random.nextInt(900));
    for (int nr = 0; nr < LINES; nr++) {
      int what = own(PRODUCTS);
      statements += update(addLine, id, nr, what, 1 + random.nextInt(5));
      statements += update(takeStock, 1, what);
    }
    statements += update(countOrder, who);
    connection.commit();
    connection.setAutoCommit(true);
    return statements;
  }

  private static int update(PreparedStatement statement, long... arguments) throws SQLException {
    for (int i = 0; i < arguments.length; i++) {
      statement.setLong(i + 1, arguments[i]);
    }
    return statement.executeUpdate();
  }
}
