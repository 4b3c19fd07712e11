/**
 * What the writing and the reading half of a medium must agree on: addresses, names and messages.
 * Uses {@code chunk}, {@code config} and {@code spi}; nothing else of the API uses it.
 */
package dev.sluice.api.binding;
