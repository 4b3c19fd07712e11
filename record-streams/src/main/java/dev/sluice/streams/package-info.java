/**
 * The consumer's side: one reading API over all media and formats.
 *
 * <pre>
 * raw reader ─ chunk ─▶ known sequence? ─ no ─▶ decode ─▶ records to the consumer ─▶ audit ─▶ positions
 *            └ damage ─────────┐   └ yes: duplicate, left out  └ cannot: damage
 *                              └────────▶ quarantine, audit
 * </pre>
 *
 * <p>Delivery is at least once: a chunk is marked as delivered when the consumer returned from its
 * last record. Duplicates are told by producer and sequence, in the same way for every medium.
 */
package dev.sluice.streams;
