/**
 * Tools for tests of raw writers and readers, collectors and record streams: a contract suite for
 * each medium ({@link dev.sluice.testkit.RawPairContract}), fakes and chunks; and what tests of
 * serializers need: a contract suite ({@link dev.sluice.testkit.SerializerContract}) and records.
 */
package dev.sluice.testkit;
