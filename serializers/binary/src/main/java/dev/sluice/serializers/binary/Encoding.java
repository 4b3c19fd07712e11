package dev.sluice.serializers.binary;

/** A predictor with the field that it refers to, a packing, and what both are expected to take. */
final class Encoding {
  int predictor;
  int reference;
  int packing;
  int bits;

  void set(int newPredictor, int newReference, int newPacking, int newBits) {
    predictor = newPredictor;
    reference = newReference;
    packing = newPacking;
    bits = newBits;
  }

  void set(Encoding other) {
    set(other.predictor, other.reference, other.packing, other.bits);
  }

  boolean hasPredictorOf(Encoding other) {
    return predictor == other.predictor && reference == other.reference;
  }

  boolean isSame(Encoding other) {
    return hasPredictorOf(other) && packing == other.packing;
  }
}
