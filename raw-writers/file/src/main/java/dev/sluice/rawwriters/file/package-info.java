/** Raw writer of sealed chunks to files. */
package dev.sluice.rawwriters.file;
