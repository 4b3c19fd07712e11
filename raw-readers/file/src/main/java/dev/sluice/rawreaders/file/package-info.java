/** Raw reader of sealed chunks in files. */
package dev.sluice.rawreaders.file;
