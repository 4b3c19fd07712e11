/**
 * The columns of a chunk as one Protocol Buffers message, {@code sluice/chunk/v1/body.proto} in
 * this jar, for consumers with {@code protoc} and without Sluice. It reads and writes the wire
 * format itself, without a runtime of Protocol Buffers: the monitored application may have its own.
 */
package dev.sluice.serializers.protobuf;
