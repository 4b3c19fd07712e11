package dev.sluice.pages;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a page as a whole or not at all. */
final class PageFile {
  private PageFile() {}

  static void write(Path file, ModelPage.Model content) throws IOException {
    Path part = file.resolveSibling("." + file.getFileName() + ".part");
    try {
      try (OutputStream target = new BufferedOutputStream(Files.newOutputStream(part))) {
        content.writeTo(target);
      }
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (FileSystemException e) {
      throw e; // it names a path
    } catch (IOException e) {
      throw new IOException(file + " cannot be written: " + e.getMessage(), e);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
