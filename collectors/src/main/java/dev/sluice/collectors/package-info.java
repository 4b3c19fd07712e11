/**
 * The way from a row in a ring to a sealed chunk at a raw writer, in four parts. Each part calls
 * the parts to its right and is called by none of them.
 *
 * <pre>
 * emitting threads            pump                             sender
 * ────────────────            ────                             ──────
 * RingSink ─▶ Ring            Pump ─▶ Ring
 *   OwnedStripe ──┐                └▶ ChunkSealer ─▶ Outbox ─▶ Backlog ─▶ RawWriter
 *   OwnedStripe ──┼─ drain ─▶ RowBatch                  │         │ ▲        ╎
 *   SharedStripe ─┘                                     │         ▼ │        ╎ completed, delayed
 *                                                       ▼     ChunkStore     ╎ (any thread)
 *                                           Ledger, BufferPool ◀─ SealedChunk ◀╯
 * </pre>
 *
 * The one call that comes back is the raw writer's: it completes a {@code SealedChunk}, on a thread
 * of its own.
 *
 * <p><b>One hand-over per side.</b> A thread with a stripe of its own writes a row and releases the
 * tail; all others claim in a shared stripe, by their ids, with a CAS and release the row's header.
 * Nothing else is written where the pump reads, and the pump writes only its head, once per drain.
 * A producer looks at that head when its cached limit is reached, which is once per half ring.
 * There it wakes a sleeping pump, so the pump can sleep 200 ms when little happens.
 *
 * <p><b>Order.</b> A thread's rows are in one stripe, but for a thread that started in a shared
 * stripe and got its own later: the stripe remembers how far that one was claimed then (the fence),
 * and is not drained before that. A thread never goes back.
 *
 * <p><b>Back-pressure.</b> Sealed chunks have a byte budget. When it is used up the pump stops
 * draining, the ring fills, and the {@link dev.sluice.collectors.FullRingPolicy} decides; with
 * {@code EVICT_OLDEST} it first takes chunks back that are not being sent, so that the ring fills
 * only if the pump gets no processor; then the emitting thread discards the oldest rows of its
 * stripe, under a lock that the pump holds only while it drains that stripe. With a {@code
 * ChunkStore} chunks go there instead, oldest first, and all of them as long as the sink is down;
 * they come back before newer ones are sent.
 *
 * <p><b>Figures.</b> The number of emitted records follows from what was drained, what waits and
 * what was refused; it is not counted per emit. A refusal is counted where it happens, in lanes;
 * everything behind the ring in one ledger under a lock that no emitting thread takes.
 *
 * <p><b>The end.</b> Closing marks the ring as closed, stops all threads once and, when claimed
 * rows had time to be committed, cuts: each stripe decides which rows are its last. A commit that
 * finds the ring closed asks its stripe whether the cut took the row, so {@code true} always means
 * that the pump has it.
 *
 * <p><b>Work apart from threads.</b> {@code Pump} and {@code Outbox} are tasks, which work in
 * turns; the platform gives each a thread, or a place in virtual time, and all time and chance.
 */
package dev.sluice.collectors;
