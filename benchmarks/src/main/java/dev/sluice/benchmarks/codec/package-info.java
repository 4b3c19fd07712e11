/** {@code sluice bench codec}: serializers side by side with their peers. */
package dev.sluice.benchmarks.codec;
