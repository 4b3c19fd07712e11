package dev.sluice.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceChartsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cpu_utilization.totalUtilization     | Processors busy                   | %",
        "cpu_utilization.user                 | Processors, user                  | %",
        "jvm_heap.heapUsedBytes               | Heap used                         | bytes",
        "jvm_heap.heapMaxSizeBytes            | JVM, heap max                     | bytes",
        "jvm_heap.nonHeapUsedBytes            | JVM, non heap used                | bytes",
        "jvm_heap.objectPendingFinalizationCount | JVM, object pending finalization | ''",
        "class_loading.loadedClassCount       | Classes, loaded                   | ''",
        "threads_status.daemonThreadCount     | Threads, daemon                   | ''",
        "load_average.fiveMinLoadAverage      | Load, five minutes                | ''",
        "mem_swap_usage.memFree               | Machine, memory free              | bytes",
        "mem_swap_usage.swapUsed              | Machine, swap used                | bytes",
        "disk_usage.queueLength               | Disk, queue length                | ''",
        "disk_usage.readsPerSecond            | Disk, reads                       | per second",
        "disk_usage.writeBytesPerSecond       | Disk, write                       | bytes per second",
        "disk_usage.busy                      | Disk, busy                        | %",
        "network_utilization.receivedPacketsPerSecond | Network, received packets | per second",
        "network_utilization.speed            | Network, speed                    | bits per second",
        "new_kind.openFiles                   | new kind, open files              | ''"
      })
  void a_chart_is_named_in_words_and_has_a_unit(String field, String title, String unit) {
    assertThat(ResourceCharts.title(field)).isEqualTo(title);
    assertThat(ResourceCharts.unit(field)).isEqualTo(unit);
  }

  private static Long change(double... values) {
    List<ResourceCharts.Value> line = new ArrayList<>();
    for (double value : values) {
      line.add(new ResourceCharts.Value(line.size(), value));
    }
    return ResourceCharts.change(line);
  }

  @Test
  void a_small_part_of_a_value_is_no_change_however_steady_it_is() {
    double[] step = new double[40];
    Arrays.setAll(step, i -> i < 20 ? 1000 : 1002);
    assertThat(change(step)).isNull();

    Arrays.setAll(step, i -> i < 20 ? 1000 : 1100);
    assertThat(change(step)).isEqualTo(20);
  }
}
