/** How large and how complex sources are, ours and those of peers. */
package dev.sluice.benchmarks.complexity;
