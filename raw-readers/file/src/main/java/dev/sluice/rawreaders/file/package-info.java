/** Polls sealed chunks from the files of a directory, or from one. */
package dev.sluice.rawreaders.file;
