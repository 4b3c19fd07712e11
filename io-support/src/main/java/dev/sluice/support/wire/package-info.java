/** Definitions that both halves of a medium share: addresses, names, messages. */
package dev.sluice.support.wire;
