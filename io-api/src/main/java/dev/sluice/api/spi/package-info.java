/**
 * What plug-ins implement: collectors, serializers, raw writers and raw readers, and how they are
 * found. Uses {@code record}, {@code chunk} and {@code config}.
 */
package dev.sluice.api.spi;
