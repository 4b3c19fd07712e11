package dev.sluice.tools.convert;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Decodes a text of another program. A byte order mark in front is skipped, and that of UTF-16
 * decides unless an encoding is given. Bytes that the encoding does not allow are read as
 * ISO-8859-1, so that different bytes stay different texts, and their lines are reported as lost.
 * For one thread.
 */
final class TextReader extends Reader {
  /** Maximum length of a line, so that each fits into memory. */
  static final int MAX_LINE_CHARS = 16 << 20;

  private static final char MARK = '\ufeff';

  private final InputStream in;
  private final Object name;
  private final ConvertReport report;
  private final ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
  private final CharBuffer chars = CharBuffer.allocate(1 << 16).flip();
  private final CharsetDecoder decoder;
  private boolean isBegun;
  private boolean isEnded;
  private boolean isAfterReturn;
  private long line = 1;
  private long lastBadLine;
  private int length;

  /**
   * Begins to read, and closes the stream with this reader.
   *
   * @param charset the encoding; null for UTF-8, or UTF-16 behind its byte order mark
   * @param name of the text, for messages
   */
  TextReader(InputStream in, Charset charset, Object name, ConvertReport report)
      throws IOException {
    this.in = in;
    this.name = name;
    this.report = report;
    bytes.limit(in.readNBytes(bytes.array(), 0, 2));
    int mark = bytes.limit() < 2 ? 0 : bytes.getShort(0) & 0xffff;
    Charset found =
        mark == 0xfeff
            ? StandardCharsets.UTF_16BE
            : mark == 0xfffe ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8;
    decoder = (charset == null ? found : charset).newDecoder(); // reports what is wrong
  }

  @Override
  public int read(char[] to, int from, int count) throws IOException {
    while (!chars.hasRemaining()) {
      if (isEnded && !bytes.hasRemaining()) {
        return -1;
      }
      fill();
    }
    int read = Math.min(count, chars.remaining());
    chars.get(to, from, read);
    return read;
  }

  private void fill() throws IOException {
    chars.clear();
    CoderResult result = decoder.decode(bytes, chars, isEnded);
    int at = follow(0);
    if (result.isError() && chars.remaining() >= result.length()) {
      if (line != lastBadLine) {
        lastBadLine = line;
        report.lost(
            "lines that are not "
                + decoder.charset()
                + ", read as ISO-8859-1; set the encoding with --encoding",
            "line " + line + " of " + name,
            1);
      }
      // A surrogate without its other half comes with the character behind it, which may be right.
      int wrong = decoder.charset().name().startsWith("UTF-16") ? 2 : result.length();
      for (int i = Math.min(wrong, result.length()); i > 0; i--) {
        chars.put((char) (bytes.get() & 0xff));
      }
      follow(at);
    } else if (result.isUnderflow() && !isEnded) {
      bytes.compact();
      int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
      isEnded = read < 0;
      bytes.position(bytes.position() + Math.max(0, read)).flip();
    }
    chars.flip();
    if (!isBegun && chars.hasRemaining()) {
      isBegun = true;
      chars.position(chars.get(0) == MARK ? 1 : 0);
    }
  }

  /** Counts the lines among the characters from a place on; the result is where they end. */
  private int follow(int from) throws IOException {
    for (int i = from; i < chars.position(); i++) {
      char c = chars.get(i);
      line += c == '\r' || c == '\n' && !isAfterReturn ? 1 : 0;
      isAfterReturn = c == '\r';
      length = c == '\n' || c == '\r' ? 0 : length + 1;
      if (length > MAX_LINE_CHARS) {
        throw new KiekerBinary.NotReadableException(
            "line " + line + " of " + name + " is longer than 16 MiB");
      }
    }
    return chars.position();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
