package dev.sluice.tools.convert;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Texts as other programs write them, and what happens to them on the way. */
final class HostileText {
  private static final String[] WORDS = {
    "",
    "a",
    "gr\u00fc\u00dfe",
    "\u540d\u524d",
    "\ud83d\ude00",
    "12",
    "007",
    "1.50",
    "-0",
    "1e5",
    "1e400",
    "9007199254740993",
    "12345678901234567890",
    "NaN",
    "true",
    "null",
    "'quoted",
    "C:\\temp\\new",
    "=1+1",
    "a;b",
    "a b ",
    "12d",
    "0x10",
    "+5",
    "\u0000",
    "\ufeff",
    "Infinity",
    "0.1000000000000000055"
  };
  private static final String[] ENDS = {"\n", "\n", "\r\n", "\r"};

  private final Random draw;

  HostileText(Random draw) {
    this.draw = draw;
  }

  /** A word that is easily taken for something else. */
  String word() {
    return oneOf(WORDS);
  }

  /** Bytes that nobody expects there. */
  String garbage() {
    return oneOf("garbage", "}", "{", "[1,2]", "\u0000\u0000", "\"", ",", "null", "<log/>", "\\");
  }

  @SafeVarargs
  final <T> T oneOf(T... some) {
    return some[draw.nextInt(some.length)];
  }

  boolean chance(double of) {
    return draw.nextDouble() < of;
  }

  /** The lines in a file; some encodings and line ends are those of other systems. */
  byte[] file(List<String> lines) {
    Charset charset =
        chance(0.1)
            ? StandardCharsets.UTF_16LE
            : chance(0.1) ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_8;
    boolean isWide = charset != StandardCharsets.UTF_8;
    String end = oneOf(ENDS);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (isWide || chance(0.2)) {
      out.writeBytes("\ufeff".getBytes(charset));
    }
    for (int i = 0; i < lines.size(); i++) {
      boolean isForeign = !isWide && chance(0.05);
      out.writeBytes(lines.get(i).getBytes(isForeign ? StandardCharsets.ISO_8859_1 : charset));
      out.writeBytes((i < lines.size() - 1 || chance(0.7) ? end : "").getBytes(charset));
    }
    return out.toByteArray();
  }

  /** Cut off, in one of three. */
  byte[] cut(byte[] bytes) {
    return chance(0.3) ? java.util.Arrays.copyOf(bytes, draw.nextInt(bytes.length + 1)) : bytes;
  }

  /**
   * A line of a file as an independent reader has it.
   *
   * @param isWrong whether its bytes are not of the file's encoding
   */
  record Line(String text, boolean isWrong) {}

  /** The lines of a file, and whether each has bytes that the file's encoding does not allow. */
  static List<Line> lines(byte[] file) {
    Charset charset = StandardCharsets.UTF_8;
    if (file.length > 1) {
      int mark = (file[0] & 0xff) << 8 | file[1] & 0xff;
      charset =
          mark == 0xfffe
              ? StandardCharsets.UTF_16LE
              : mark == 0xfeff ? StandardCharsets.UTF_16BE : charset;
    }
    // One byte is one character here, so that lines are found before anything is decoded.
    int unit = charset == StandardCharsets.UTF_8 ? 1 : 2;
    List<byte[]> parts = new ArrayList<>();
    ByteArrayOutputStream part = new ByteArrayOutputStream();
    for (int i = 0; i < file.length; i += unit) {
      int length = Math.min(unit, file.length - i);
      int c = at(file, i, length, charset);
      if (c == '\n' || c == '\r') {
        i +=
            c == '\r' && at(file, i + unit, Math.min(unit, file.length - i - unit), charset) == '\n'
                ? unit
                : 0;
        parts.add(part.toByteArray());
        part.reset();
      } else {
        part.write(file, i, length);
      }
    }
    if (part.size() > 0) {
      parts.add(part.toByteArray());
    }
    List<Line> lines = new ArrayList<>();
    if (!parts.isEmpty()
        && new String(parts.get(0), StandardCharsets.ISO_8859_1).startsWith("\u00ef\u00bb\u00bf")) {
      parts.set(0, java.util.Arrays.copyOfRange(parts.get(0), 3, parts.get(0).length));
    }
    for (byte[] bytes : parts) {
      try {
        String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        lines.add(
            new Line(
                lines.isEmpty() && unit == 2 && text.startsWith("\ufeff")
                    ? text.substring(1)
                    : text,
                false));
      } catch (CharacterCodingException e) {
        // Half of a character of UTF-16, where the file is cut off, is one in ISO-8859-1.
        int half = bytes.length % unit;
        Charset used = unit == 2 ? charset : StandardCharsets.ISO_8859_1;
        String text = new String(bytes, 0, bytes.length - half, used).replaceFirst("^\ufeff", "");
        text += half == 0 ? "" : ((char) (bytes[bytes.length - 1] & 0xff) + "").strip();
        lines.add(new Line(text, true));
      }
    }
    return lines;
  }

  private static int at(byte[] file, int at, int length, Charset charset) {
    if (length < 1 || length < 2 && charset != StandardCharsets.UTF_8) {
      return -1;
    }
    if (charset == StandardCharsets.UTF_8) {
      return file[at] & 0xff;
    }
    int first = file[at] & 0xff;
    int second = file[at + 1] & 0xff;
    return charset == StandardCharsets.UTF_16LE ? second << 8 | first : first << 8 | second;
  }
}
