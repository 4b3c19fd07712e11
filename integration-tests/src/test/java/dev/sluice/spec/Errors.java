package dev.sluice.spec;

import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The errors that the specification names, and how the Java decoders word them. */
final class Errors {
  private static final Pattern LINE = Pattern.compile("(?m)^([a-z0-9-]+): (.+)$");

  private static final TreeMap<String, String> WORDS = new TreeMap<>();

  static {
    Matcher lines =
        LINE.matcher(
            """
            attribute: attribute |attributes are more
            body-rest: bytes too many behind \\d+ records
            column-end: length of a column|columns of \\d+ bytes in a group|column ends
            compression: needs compression \\d+ of the body
            content: bytes of content are not used|has a reference or content
            crc: CRC32C does not match
            cut-off: cut off|length of header tag|needs \\d+ bytes|is shorter than|LZ4 block|longer than the column's content
            dictionary-index: index into a dictionary
            dictionary-order: dictionary does not rise
            dictionary-size: dictionary size \\d+ is not
            duplicate-field: has two fields called
            exception-place: exception at place
            exceptions: \\d+ exceptions of \\d+ bits in a block
            features: needs (header flags|feature|header tag)
            field-count: field count \\d+ is not|more than 255 fields|fields in all
            field-name: field name must|field must not be called
            group-end: group ends|column ends
            group-length: length of a group
            header-length: header length \\d+ is not
            items: has values and words|has \\d+ values for
            length: length in the header|is shorter than
            lz4: LZ4 block
            lz4-expansion: compressed bytes cannot hold
            magic: wrong magic
            name-id: string id -?\\d+ of a name
            nested-runs: runs within runs
            no-type: records without a type
            packing: packing \\d+ is not known
            page-rows: rows of a page \\d+ is not
            predictor: predictor \\d+ is not known
            producer-name: producer name
            range: range of
            raw-length: raw length \\d+ is not
            record-count: record count \\d+ is not
            record-times: two record times
            reference: cannot be (predicted from|keyed by) field|must not refer to|has a reference
            repeat: first block repeats
            role-type: (timestamp|symbol) .* must be
            row-type: (row|record) of type
            run-count: number of runs \\d+ is not
            run-length: run of \\d+ in
            runs: \\d+ runs of|values for \\d+ rows|run of 0 rows
            runs-short: runs are \\d+ values short
            serializer: no deserializer for id
            signature: signature of \\d+ bytes
            single-value: values of one row
            start: start without use
            static-generation: generation \\d+ of the static strings
            stored-length: stored length \\d+ is not
            string-count: string count \\d+ is not
            string-length: length of a string \\d+ is not|string of \\d+ bytes
            table-length: string table of \\d+ bytes for
            table-method: method \\d of the string table|compressed body|compressed twice
            texts-length: texts of \\d+ bytes in
            total: (sequence|emitted|drop count) exceeds
            type-count: type count \\d+ is not|more than \\d+ types
            type-name: type name must be
            type-version: (type )?version .* (is not|must be)
            unused-bits: unused bits are not 0
            value: a value of v is (no|not)
            varint: varint (is longer than|has more than)
            version: version \\d+ is not known
            width: width of \\d+ bits
            wire: is no field|wire type \\d is refused
            wtf8: is no WTF-8
            zstd: zstd frame
            """);
    while (lines.find()) {
      WORDS.put(lines.group(1), lines.group(2));
    }
  }

  private Errors() {}

  /** The keys of all errors. */
  static Set<String> keys() {
    return WORDS.keySet();
  }

  /** What the reason given for that error matches. */
  static Pattern pattern(String key) {
    return Pattern.compile(WORDS.getOrDefault(key, "(?!)"));
  }
}
