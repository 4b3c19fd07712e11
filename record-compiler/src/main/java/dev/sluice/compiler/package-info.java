/**
 * The record compiler. {@link dev.sluice.compiler.MonitoringRecordProcessor} finds the annotated
 * records, {@code ModelReader} checks them and makes a {@code RecordModel}, {@code WriterSource}
 * and {@code ReaderSource} turn that into the text of two classes.
 *
 * <p>The generated code lies in the record's package and uses nothing but {@code io-api}. It knows
 * each field's place in a row as a constant, taken from {@code RowLayout} while compiling.
 */
package dev.sluice.compiler;
