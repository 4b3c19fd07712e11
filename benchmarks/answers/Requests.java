import java.util.concurrent.locks.LockSupport;

/**
 * Requests of eleven or twelve method calls each, on two threads, about 92 000 calls a second on each of them; what {@code answers.py}
 * records. The argument is the number of calls.
 */
final class Requests {
  private static final int CALLS = 11;
  private static final int AT_ONCE = 100;
  private static final double CALLS_A_SECOND = 92_000;

  private static volatile long sink;

  private Requests() {}

  private static void work(int rounds) {
    long sum = sink;
    for (int i = 0; i < rounds; i++) {
      sum = sum * 6_364_136_223_846_793_005L + i;
    }
    sink = sum;
  }

  private static final class Rows {
    static void find(int number) {
      work(20);
      row(number);
      row(number + 1);
    }

    static void row(int number) {
      work(5 + (number & 31));
    }

    static void commit(int number) {
      work(number % 97 == 0 ? 800 : 30);
    }
  }

  private static final class Shop {
    static void search(int number) {
      Rows.find(number);
      Rows.find(number + 1);
      for (int i = 0; i < 4; i++) {
        price(number + i);
      }
    }

    static void buy(int number) {
      check(number);
      Rows.find(number);
      Rows.commit(number);
      for (int i = 0; i < 5; i++) {
        price(number + i);
      }
    }

    static void price(int number) {
      work(8 + (number & 7));
    }

    static void check(int number) {
      try {
        stock(number);
      } catch (IllegalStateException e) {
        work(2);
      }
    }

    static void stock(int number) {
      if (number % 200 == 7) {
        throw new IllegalStateException("none");
      }
      work(3);
    }
  }

  private static void requests(int from, int count) {
    long begin = System.nanoTime();
    for (int i = 0; i < count; i++) {
      if ((from + i) % 4 == 0) {
        Shop.buy(from + i);
      } else {
        Shop.search(from + i);
      }
      long due = begin + (long) (i * CALLS / CALLS_A_SECOND * 1e9);
      while (i % AT_ONCE == 0 && System.nanoTime() < due) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    int half = Integer.parseInt(arguments[0]) / CALLS / 2;
    Thread other = new Thread(() -> requests(half, half));
    other.start();
    requests(0, half);
    other.join();
  }
}
