package dev.sluice.docs;

import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.api.config.Endpoint;
import dev.sluice.support.TimeRange;
import dev.sluice.tools.Notices;
import dev.sluice.tools.convert.Cut;
import dev.sluice.tools.doctor.Check;
import dev.sluice.tools.doctor.Diagnosis;
import dev.sluice.tools.doctor.Doctor;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Statistics;
import dev.sluice.tools.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The code of {@code docs/tools.md} and {@code doctor.md}; {@link ToolsPageTest} holds the two
 * together and runs it.
 */
final class ToolsSnippets {
  private ToolsSnippets() {}

  static void doctor(String sink, Consumer<Object> print) {
    // snippet: doctor
    Diagnosis diagnosis = Doctor.ofSink(Endpoint.parse(sink)); // "kafka://broker:9092/records"
    for (Check check : diagnosis.checks()) {
      print.accept(check.name() + " is " + check.outcome().label() + ": " + check.what());
    }
    print.accept(diagnosis.isHealthy()); // whether nothing failed
    // end
  }

  static void count(String records, Consumer<Object> print) throws IOException {
    // snippet: count
    Statistics statistics = Statistics.of(SourceSpec.of(records)); // "records", "kafka://…/orders"
    print.accept(statistics.recordsPerType()); // {shop.order_placed.1=1, …}
    print.accept(statistics.audit()); // complete, or what is missing
    // end
  }

  static Cut.Result cut(String records, String part) throws IOException {
    // snippet: cut
    Cut cut = new Cut(TimeRange.ALL, List.of("shop.order_placed"), List.of());
    Cut.Result result = cut.run(SourceSpec.of(records), part, Notices.NONE);
    // end
    return result;
  }

  static void report(String records, Path directory, Consumer<Object> print) throws IOException {
    // snippet: report
    Notices notices =
        new Notices() {
          @Override
          public void read(long count) {
            print.accept(count); // records so far, now and then
          }
        };
    Report report =
        Report.of(SourceSpec.of(records), Set.of(), TraceLimits.DEFAULT, 1, false, notices);
    report.write(directory); // report.html, and files for programs
    print.accept(report.audit());
    // end
  }
}
