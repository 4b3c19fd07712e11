/**
 * Propagation of trace contexts between processes: the methods of libraries that are observed, and
 * how contexts are read from requests and messages and written to them.
 */
package dev.sluice.agent.context;
