/**
 * The consumer's side: one reading API over all media and formats.
 *
 * <pre>
 * raw reader ─ chunk ─▶ delivered before? ─ no ─▶ decode ─▶ records to the consumer ─▶ audit ─▶ positions
 *            │           └ yes: duplicate,          │          └ cannot be read: rejected ─┐
 *            │             left out and counted     └ cannot: damage                      │
 *            └ damage ───────────────────────────────▶ quarantine, audit ◀─────────────────┘
 * </pre>
 *
 * <p>Delivery is at least once: a chunk is marked as delivered when the consumer returned from its
 * last record. Duplicates are told by producer, sequence and CRC, in the same way for every medium.
 * In doubt a chunk is delivered: one whose sequence the audit has given up to know, and one that
 * has other bytes than that of the same sequence before.
 */
package dev.sluice.streams;
