package dev.sluice.contexts;

import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** A client that keeps its connection and sends a trace id of its own with each request. */
final class HostileHeaders {
  /** Of so many requests the rest is well-formed. */
  private static final int KINDS = 40;

  /** Kinds below that are hostile; of these some have one valid parent all the same. */
  private static final int HOSTILE = 13;

  private static final Set<Integer> WITH_PARENT = Set.of(5, 8, 9, 10, 11);
  private static final int USUAL_LIMIT = 8_000;
  private static final String SMALL_STATE = "tracestate: a=1,b=2\r\n";

  private final Random random;
  private final int port;
  private final int limit;
  private final Map<String, Long> answers = new TreeMap<>();
  private final Map<Integer, String> states = new HashMap<>();
  private Socket socket;
  private InputStream in;
  private OutputStream out;
  private long valid;

  /** {@code limit} is how many bytes of header fields that server takes about. */
  HostileHeaders(int port, int limit, long seed) {
    this.port = port;
    this.limit = limit;
    random = new Random(seed);
  }

  /** How many requests were answered how, and were well-formed and answered. */
  Map<String, Long> answers() {
    return answers;
  }

  /** Requests with one valid {@code traceparent} that were handled. */
  long valid() {
    return valid;
  }

  void send(int requests) throws IOException {
    for (int i = 0; i < requests; i++) {
      int kind = random.nextInt(KINDS);
      String fields = fields(kind);
      String answer = answer(fields.getBytes(StandardCharsets.ISO_8859_1));
      answers.merge((kind < HOSTILE ? "hostile " : "valid ") + answer, 1L, Long::sum);
      if (answer.equals("200") && (kind >= HOSTILE || WITH_PARENT.contains(kind))) {
        valid++;
      }
    }
    close();
  }

  private String answer(byte[] fields) {
    try {
      if (socket == null) {
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(20_000);
        in = socket.getInputStream();
        out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
      }
      out.write("GET /shop HTTP/1.1\r\nHost: a\r\n".getBytes(StandardCharsets.ISO_8859_1));
      out.write(fields);
      out.write('\r');
      out.write('\n');
      out.flush();
      String status = head().split(" ")[1];
      if (!status.equals("200")) {
        close(); // servers close, too
      }
      return status;
    } catch (IOException e) {
      close();
      return "closed";
    }
  }

  /** All up to the empty line; what is answered with 200 has no body. */
  private String head() throws IOException {
    StringBuilder head = new StringBuilder();
    byte[] part = new byte[1024];
    while (head.indexOf("\r\n\r\n") < 0) {
      int count = in.read(part);
      if (count < 0) {
        throw new EOFException();
      }
      head.append(new String(part, 0, count, StandardCharsets.ISO_8859_1));
    }
    return head.toString();
  }

  private void close() {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      // It is closed.
    }
    socket = null;
  }

  private String hex(int bytes) {
    byte[] some = new byte[bytes];
    random.nextBytes(some);
    return HexFormat.of().formatHex(some);
  }

  private String parent(String version, String rest) {
    return "traceparent: " + version + "-" + hex(16) + "-" + hex(8) + "-01" + rest + "\r\n";
  }

  private String fields(int kind) {
    return switch (kind) {
      case 0 -> "traceparent: " + bytes(1 + random.nextInt(300)) + "\r\n";
      case 1 -> parent("ff", "");
      case 2 -> parent("00", "-" + hex(4));
      case 3 -> parent("00", "").toUpperCase(Locale.ROOT);
      case 4 -> parent("00", "") + parent("00", "");
      case 5 -> parent("cc", "-" + "x".repeat(random.nextInt(300)));
      case 6 -> "traceparent: 00-" + "0".repeat(32) + "-" + hex(8) + "-01\r\n" + SMALL_STATE;
      case 7 -> "traceparent: " + " \t".repeat(random.nextInt(40)) + "\r\n" + SMALL_STATE;
      case 8 -> parent("00", "") + state(7) + "\r\n";
      case 9 -> parent("00", "") + ("tracestate: " + bytes(20) + "\r\n").repeat(100);
      case 10 -> parent("00", "") + state(9) + "\r\n";
      case 11 -> parent("00", "") + "x: y\r\n".repeat(random.nextInt(400));
      case 12 -> "traceparent: " + hex(2_000) + "\r\n";
      case 13 -> parent("00", "") + SMALL_STATE;
      default -> parent("00", "");
    };
  }

  /** Eighths of what the server takes, or of what servers usually take. */
  private String state(int eighths) {
    int length = (random.nextInt(50) == 0 ? limit : USUAL_LIMIT) / 8 * eighths;
    return states.computeIfAbsent(length, this::longState);
  }

  private String longState(int length) {
    StringBuilder state = new StringBuilder("tracestate: ");
    while (state.length() < length) {
      state.append('k').append(state.length()).append('=').append(hex(20)).append(',');
    }
    return state.substring(0, length);
  }

  private String bytes(int count) {
    StringBuilder text = new StringBuilder("x");
    while (text.length() < count) {
      text.append((char) (random.nextInt(0xff - 0x21) + 0x21));
    }
    return text.toString();
  }
}
