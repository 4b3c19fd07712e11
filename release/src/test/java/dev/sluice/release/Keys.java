package dev.sluice.release;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPObjectFactory;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPSecretKeyRing;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureList;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentVerifierBuilderProvider;

/** The public halves of the key that a release is signed with. */
final class Keys {
  private final Map<Long, PGPPublicKey> keys = new HashMap<>();

  Keys(PGPSecretKeyRing ring) {
    for (Iterator<PGPPublicKey> each = ring.getPublicKeys(); each.hasNext(); ) {
      PGPPublicKey key = each.next();
      keys.put(key.getKeyID(), key);
    }
  }

  /** What the signer takes, too: the environment's before the file's. */
  static Optional<Keys> ofSigner(Path file) throws IOException, PGPException {
    String armored = System.getenv("MAVEN_GPG_KEY");
    if (armored == null && Files.exists(file)) {
      armored = Files.readString(file);
    }
    if (armored == null) {
      return Optional.empty();
    }
    var bytes = new ByteArrayInputStream(armored.getBytes(StandardCharsets.UTF_8));
    try (InputStream decoded = PGPUtil.getDecoderStream(bytes)) {
      return Optional.of(new Keys(new PGPSecretKeyRing(decoded, new BcKeyFingerprintCalculator())));
    }
  }

  /** Whether the signature is one of these keys', of just these bytes. */
  boolean signed(byte[] content, Path signature) throws IOException {
    try (InputStream file = Files.newInputStream(signature);
        InputStream decoded = PGPUtil.getDecoderStream(file)) {
      var objects = new PGPObjectFactory(decoded, new BcKeyFingerprintCalculator());
      if (!(objects.nextObject() instanceof PGPSignatureList list) || list.isEmpty()) {
        return false;
      }
      PGPSignature first = list.get(0);
      PGPPublicKey key = keys.get(first.getKeyID());
      if (key == null) {
        return false;
      }
      first.init(new BcPGPContentVerifierBuilderProvider(), key);
      first.update(content);
      return first.verify();
    } catch (PGPException e) {
      return false;
    }
  }
}
