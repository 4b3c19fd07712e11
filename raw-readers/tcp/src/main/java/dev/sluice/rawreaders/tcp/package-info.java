/** Listens on a TCP port for writers that bring sealed chunks, and acknowledges them. */
package dev.sluice.rawreaders.tcp;
