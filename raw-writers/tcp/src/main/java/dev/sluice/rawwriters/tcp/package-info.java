/** Raw writer that sends sealed chunks to a TCP peer, which acknowledges them. */
package dev.sluice.rawwriters.tcp;
