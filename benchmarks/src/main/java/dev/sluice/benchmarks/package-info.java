/** What the experiments of {@code sluice bench} share below the frame. Never shipped. */
package dev.sluice.benchmarks;
