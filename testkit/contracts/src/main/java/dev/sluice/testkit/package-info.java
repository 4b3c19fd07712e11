/**
 * What tests of raw writers and readers, collectors and record streams need: a contract suite for
 * each medium ({@link dev.sluice.testkit.RawPairContract}), fakes and chunks.
 */
package dev.sluice.testkit;
