/**
 * Code that serializers share: the rows of a batch as records, string tables, and lists of records
 * for a decoder. For those who write a serializer; nothing outside of serializers needs it. Depends
 * on {@code dev.sluice.api} alone, and on no serializer.
 */
package dev.sluice.serializers.support;
