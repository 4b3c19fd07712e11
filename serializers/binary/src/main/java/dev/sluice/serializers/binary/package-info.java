/**
 * The binary container. A batch of rows becomes columns, each packed with as few bits as its values
 * need; see {@code BinaryFormat} for the layout. Each encoder class has its decoder: {@code
 * BinaryChunk…} the whole, {@code StringTable…}, {@code Page…}, {@code Column…}, {@code Frame…}.
 */
package dev.sluice.serializers.binary;
