/** Moves sealed chunks to files of a directory. */
package dev.sluice.rawwriters.file;
