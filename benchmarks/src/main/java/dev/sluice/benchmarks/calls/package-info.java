/** What monitoring costs the monitored program: the method-call benchmark of the field. */
package dev.sluice.benchmarks.calls;
