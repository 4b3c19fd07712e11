/**
 * Implementation that several sides of the API need: finding plug-ins, chunks in bytes and the
 * decoder of a chunk; files that are read again; failures that are logged once.
 */
package dev.sluice.support;
