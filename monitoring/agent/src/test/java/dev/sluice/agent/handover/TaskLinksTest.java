package dev.sluice.agent.handover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class TaskLinksTest {
  private final TaskLinks<String> links = new TaskLinks<>();

  @Test
  void tasks_are_known_by_identity() {
    record Task(int number) {}
    Task one = new Task(1);
    Task equal = new Task(1);
    links.put(one, "here");
    assertThat(links.take(equal)).isNull();
    assertThat(links.take(one)).isEqualTo("here");
    assertThat(links.take(one)).isNull();
    assertThat(links.isEmpty()).isTrue();
  }

  @Test
  void each_run_of_a_task_takes_the_oldest_place() {
    Runnable task = () -> {};
    links.put(task, "a");
    links.put(task, "b");
    assertThat(links.take(task)).isEqualTo("a");
    links.put(task, "c");
    assertThat(links.take(task)).isEqualTo("b");
    assertThat(links.take(task)).isEqualTo("c");
    assertThat(links.take(task)).isNull();
  }

  @Test
  void futures_and_threads_run_once_and_keep_their_first_place() {
    FutureTask<Void> future = new FutureTask<>(() -> null);
    Thread thread = new Thread(() -> {});
    for (Object task : new Object[] {future, thread}) {
      links.put(task, "first");
      links.put(task, "second");
      assertThat(links.take(task)).isEqualTo("first");
      assertThat(links.take(task)).isNull();
    }
  }

  @Test
  void tasks_that_are_never_run_are_forgotten_with_their_garbage() {
    Runnable kept = () -> {};
    links.put(kept, "kept");
    IntStream.range(0, 1000).forEach(i -> links.put(new Object(), "lost"));
    Awaitility.await()
        .until(
            () -> {
              System.gc();
              links.put(kept, "more");
              return links.size() == 1;
            });
    assertThat(links.take(kept)).isEqualTo("kept");
  }

  @Test
  void places_of_one_task_are_bounded() {
    Runnable task = () -> {};
    IntStream.range(0, 1000).forEach(i -> links.put(task, Integer.toString(i)));
    for (int i = 0; i < TaskLinks.MAX_PER_TASK; i++) {
      assertThat(links.take(task)).isEqualTo(Integer.toString(i));
    }
    assertThat(links.take(task)).isNull();
  }

  @Test
  void every_place_is_taken_once_by_many_threads() throws InterruptedException {
    Runnable task = () -> {};
    ConcurrentLinkedQueue<String> taken = new ConcurrentLinkedQueue<>();
    Thread[] threads = new Thread[4];
    for (int t = 0; t < threads.length; t++) {
      int number = t;
      threads[t] =
          new Thread(
              () -> {
                for (int i = 0; i < 10_000; i++) {
                  links.put(task, number + "/" + i);
                  taken.add(links.take(task));
                }
              });
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(taken).hasSize(40_000).doesNotHaveDuplicates();
    assertThat(links.isEmpty()).isTrue();
  }
}
