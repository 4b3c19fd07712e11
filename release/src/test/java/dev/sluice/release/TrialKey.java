package dev.sluice.release;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Date;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyPacket;
import org.bouncycastle.bcpg.SymmetricKeyAlgorithmTags;
import org.bouncycastle.crypto.generators.RSAKeyPairGenerator;
import org.bouncycastle.crypto.params.RSAKeyGenerationParameters;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPKeyRingGenerator;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPSecretKeyRing;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureGenerator;
import org.bouncycastle.openpgp.operator.bc.BcPBESecretKeyDecryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPBESecretKeyEncryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;
import org.bouncycastle.openpgp.operator.bc.BcPGPKeyPair;

/** A key that lives as long as a test. */
final class TrialKey {
  private static final char[] PASSPHRASE = "of a test".toCharArray();

  private final PGPSecretKeyRing ring;

  TrialKey() {
    try {
      var generator = new RSAKeyPairGenerator();
      generator.init(
          new RSAKeyGenerationParameters(BigInteger.valueOf(65537), new SecureRandom(), 2048, 80));
      var pair =
          new BcPGPKeyPair(
              PublicKeyPacket.VERSION_4,
              PublicKeyAlgorithmTags.RSA_GENERAL,
              generator.generateKeyPair(),
              new Date());
      ring =
          new PGPKeyRingGenerator(
                  PGPSignature.POSITIVE_CERTIFICATION,
                  pair,
                  "a test",
                  new BcPGPDigestCalculatorProvider().get(HashAlgorithmTags.SHA1),
                  null,
                  null,
                  signer(pair.getPublicKey()),
                  new BcPBESecretKeyEncryptorBuilder(SymmetricKeyAlgorithmTags.AES_256)
                      .build(PASSPHRASE))
              .generateSecretKeyRing();
    } catch (PGPException e) {
      throw new AssertionError(e);
    }
  }

  private static BcPGPContentSignerBuilder signer(PGPPublicKey key) {
    return new BcPGPContentSignerBuilder(key.getAlgorithm(), HashAlgorithmTags.SHA256);
  }

  Keys keys() {
    return new Keys(ring);
  }

  /** Puts a signature beside a file. */
  void sign(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(Path.of(file + ".asc"));
        OutputStream armored = ArmoredOutputStream.builder().build(out)) {
      var secret = ring.getSecretKey();
      var signature =
          new PGPSignatureGenerator(signer(secret.getPublicKey()), secret.getPublicKey());
      signature.init(
          PGPSignature.BINARY_DOCUMENT,
          secret.extractPrivateKey(
              new BcPBESecretKeyDecryptorBuilder(new BcPGPDigestCalculatorProvider())
                  .build(PASSPHRASE)));
      signature.update(Files.readAllBytes(file));
      signature.generate().encode(armored);
    } catch (PGPException e) {
      throw new AssertionError(e);
    }
  }
}
