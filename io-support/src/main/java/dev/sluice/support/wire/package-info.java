/** What the writing and the reading half of a medium must agree on: addresses, names, messages. */
package dev.sluice.support.wire;
