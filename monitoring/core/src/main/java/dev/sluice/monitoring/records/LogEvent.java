package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * A log event of a program.
 *
 * @param timestamp when it was logged, as the logging library says; the record time
 * @param level the level's name
 * @param logger the logger's name
 * @param pattern the message without its arguments, as {@code paid {} of {}}; the whole message if
 *     it has none
 * @param argument1 the first argument as text; null if there is none
 * @param argument2 the second argument
 * @param argument3 the third argument
 * @param arguments the others, separated by line breaks; null if there are none
 * @param threadName the thread that logged it
 * @param marker the marker's name; null if there is none
 * @param context what the thread noted for its messages, as {@code user=7, order=12}; null if
 *     nothing
 * @param exception class and message of the exception, 4096 characters at most; null if there is
 *     none
 * @param stackTrace the exception with its stack, 8192 characters at most
 * @param traceProducer id of the producer that recorded the trace; 0 for the producer of this
 *     record
 * @param traceId the trace that it belongs to; -1 if it belongs to none or that is not known
 */
@MonitoringRecord(name = "sluice.log_event")
public record LogEvent(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String level,
    @SymbolField String logger,
    @SymbolField String pattern,
    String argument1,
    String argument2,
    String argument3,
    String arguments,
    @SymbolField String threadName,
    @SymbolField String marker,
    String context,
    String exception,
    String stackTrace,
    long traceProducer,
    long traceId) {}
