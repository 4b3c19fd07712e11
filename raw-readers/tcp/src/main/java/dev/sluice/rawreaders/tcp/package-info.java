/** Raw reader that listens on a TCP port for writers of sealed chunks, and acknowledges them. */
package dev.sluice.rawreaders.tcp;
