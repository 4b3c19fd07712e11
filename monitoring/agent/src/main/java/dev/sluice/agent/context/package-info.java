/**
 * Takes the place in a request along to other processes and back: which methods of libraries are
 * told, how contexts are read from what they handle and written to it.
 */
package dev.sluice.agent.context;
