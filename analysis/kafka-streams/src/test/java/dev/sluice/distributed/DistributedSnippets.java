package dev.sluice.distributed;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.analysis.traces.TraceStage;
import java.io.IOException;
import java.util.function.Consumer;

/** The code of {@code docs/distributed.md}; {@link DistributedPageTest} holds the two together. */
final class DistributedSnippets {
  private DistributedSnippets() {}

  static void embed(String source, Consumer<Object> print)
      throws IOException, InterruptedException {
    // snippet: embed
    TraceStage<OperationStatistics> stage =
        new TraceStage<>(
            TraceLimits.DEFAULT, OperationStatistics::new, OperationStatistics::merged);
    try (DistributedAnalysis<TraceStage.Result<OperationStatistics>> analysis =
        DistributedAnalysis.builder(stage, source)
            .applicationId("slow-operations")
            .threads(2)
            .start()) {
      analysis.awaitEnd();
      var result = analysis.result();
      for (OperationFigures operation : result.value().listener().bySelf()) {
        print.accept(operation.signature() + " " + operation.once().calls());
      }
      print.accept(result.audit().complete());
    }
    // end
  }

  /** Counts failed executions. */
  static final class Failures implements TraceListener {
    private long failed;

    @Override
    public void accept(Trace trace) {
      for (int i = 0; i < trace.size(); i++) {
        failed += trace.failed(i) ? 1 : 0;
      }
    }

    @Override
    public void state(StateCodec codec, Operations operations) throws IOException {
      codec.name("failures 1");
      failed = codec.number(failed);
    }
  }

  static long failed(Failures failures) {
    return failures.failed;
  }
}
