/**
 * The standard record types. Each is a Java record; the record compiler writes its row writer
 * ({@code OperationExecutionWriter}) and its typed reader ({@code OperationExecutionReader}) into
 * this package.
 *
 * <p>Names: the type is {@code sluice.} and the class name in snake case, version 1. Fields that
 * Kieker has too keep Kieker's names, so that its users and tools find them again.
 *
 * <p>Instants are {@link System#nanoTime()} when emitted and nanoseconds since the epoch when read;
 * every type has one that is the record time. Texts that repeat (signatures, host, session and VM
 * names) are symbols. Texts may be null, which means unknown or not applicable.
 */
package dev.sluice.monitoring.records;
