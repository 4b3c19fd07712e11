package dev.sluice.monitoring.metrics;

import java.util.List;
import java.util.Map;

/**
 * A monitor for JMX, registered as {@code dev.sluice:type=Monitor,producer="…",id=…} if the option
 * {@code jmx} is {@code true}.
 */
public interface MonitorMXBean {
  /** The producer's name, or null. */
  String getProducer();

  /** Whether the monitor is on. */
  boolean isEnabled();

  /** Switches the monitor on or off. */
  void setEnabled(boolean on);

  /** What the collector is doing: running, retrying, encoder-failing, closed. */
  String getState();

  /** Records handed to the collector. */
  long getEmitted();

  /** Records that arrived. */
  long getAcknowledged();

  /** Records that were sent without an answer. */
  long getUnconfirmed();

  /** Records on their way. */
  long getPending();

  /** Records in the spill directory. */
  long getSpilled();

  /** Bytes in the spill directory that are to be sent, by whatever producer. */
  long getSpilledBytes();

  /** Why nothing is spilled now, one human-readable line, or null. */
  String getSpillProblem();

  /**
   * Why the sink takes no chunks now, or refused the last one, with what to do where that is known:
   * one human-readable line; null if the sink is well.
   */
  String getSinkProblem();

  /** Records lost, by cause; causes that have not occurred are left out. */
  Map<String, Long> getDropped();

  /** Traces that samplers refused. */
  long getSampledOut();

  /** Chunks sealed. */
  long getChunks();

  /** Chunks sealed, by the reason to close them. */
  Map<String, Long> getChunksByReason();

  /** Records of a chunk at most, now. */
  int getChunkRecords();

  /** Bytes of a chunk at most, now. */
  int getChunkBytes();

  /** Age in milliseconds of its first record at which a chunk closes, now. */
  double getChunkDelayMillis();

  /**
   * Milliseconds from a chunk's first record to its completion, over the last seconds: the quantile
   * of the goal, p99 without one.
   */
  double getChunkObservedMillis();

  /** Whether that is below the goal of {@code chunk.adapt}, if there is one. */
  boolean isChunkGoalMet();

  /** How often {@code chunk.adapt} raised a limit. */
  long getChunkLimitsRaised();

  /** How often it lowered one. */
  long getChunkLimitsLowered();

  /** Bytes of all chunks. */
  long getBytes();

  /** Symbols that found the table full. */
  long getInlinedSymbols();

  /** The options in effect and where each comes from; secrets are masked. */
  List<String> getConfiguration();

  /**
   * Waits until what was emitted before has arrived or failed.
   *
   * @param timeoutMillis how long at most
   * @return whether it did in time
   */
  boolean flush(long timeoutMillis);
}
