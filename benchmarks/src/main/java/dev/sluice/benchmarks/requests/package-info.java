/** What monitoring adds to requests of HTTP that a service answers. */
package dev.sluice.benchmarks.requests;
