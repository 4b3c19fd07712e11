meta:
  id: sluice_container
  title: Container of monitoring records, version 1
  file-extension: slu
  endian: le
  license: Apache-2.0
doc: |
  Header and page structure of the container format; see container-v1.md. A file is a number of
  chunks. Payload 1 (binary) is taken apart if it is not compressed as a whole; its pages down to
  packings and bits if the schema has one type, for the extent of columns of several types depends
  on the values of the types column. Neither CRC nor values are checked here.
doc-ref: container-v1.md
seq:
  - id: chunks
    type: chunk
    repeat: eos
types:
  chunk:
    seq:
      - id: magic
        contents: [0x53, 0xf9, 0xf9, 0x4c]
      - id: version_and_length
        type: u4
      - id: check
        type: u1
        valid: version_and_length % 253
      - id: flags
        type: u1
        doc: compression of the body in the low four bits, 16 = masked
      - id: mask
        size: 4
        if: is_masked
      - id: content
        size: 'len_rest - 5 - (is_masked ? 4 : 0)'
        process: xor(key)
        type: content(flags & 15)
      - id: crc32c
        type: u4
    instances:
      version:
        value: version_and_length & 255
      len_rest:
        value: version_and_length >> 8
        doc: bytes of the chunk from its flags on
      is_masked:
        value: (flags & 16) != 0
      key:
        value: 'is_masked ? mask : [0]'
  content:
    params:
      - id: compression
        type: u1
    seq:
      - id: len_header
        type: varint
      - id: header
        size: len_header.value
        type: header(compression)
      - id: body
        size-eos: true
        type:
          switch-on: 'header.num_records.value == 0 or compression != 0 ? 0 : header.serializer_id.to_i'
          cases:
            1: binary_body(header.num_records.value)
            _: opaque
  header:
    params:
      - id: compression
        type: u1
    seq:
      - id: serializer_id
        type: u1
        enum: serializer
      - id: num_records
        type: varint
      - id: len_raw
        type: varint
        if: compression != 0
      - id: accounting
        type: accounting
      - id: tags
        type: tag
        repeat: eos
    enums:
      serializer:
        1: binary
        2: protobuf
  tag:
    seq:
      - id: number
        type: varint
        doc: |
          1 = a feature that is needed; 2 service, 4 instance, 6 version, 8 env, 10 pid, 12 host;
          14 = an attribute with its name; 16 = how many chunks before it this one replaces, a varint; 18 = signature, 32 bytes, the last tag; other even numbers may be skipped
      - id: len_value
        type: varint
      - id: free
        size: len_value.value
        type: free_attribute
        if: number.value == 14
      - id: value
        size: len_value.value
        if: number.value != 14
  free_attribute:
    seq:
      - id: len_name
        type: u1
      - id: name
        type: str
        encoding: UTF-8
        size: len_name
      - id: value
        type: str
        encoding: UTF-8
        size-eos: true
  opaque:
    seq:
      - id: bytes
        size-eos: true
  accounting:
    seq:
      - id: producer_id
        type: u8
      - id: flags
        type: u1
        doc: 1 = last chunk, 2 = drops follow, 4 = times follow, 8 = a name follows; reason of closing in the high four bits
      - id: clock_offset
        type: s8
      - id: sequence
        type: varint
      - id: emitted
        type: varint
      - id: drops
        type: drops
        if: (flags & 2) != 0
      - id: first_time
        type: s8
        if: (flags & 4) != 0
      - id: last_minus_first_time
        type: varint
        if: (flags & 4) != 0
      - id: len_name
        type: u1
        if: (flags & 8) != 0
      - id: name
        type: str
        encoding: UTF-8
        size: len_name
        if: (flags & 8) != 0
  drops:
    seq:
      - id: mask
        type: varint
        doc: bit n is cause n
      - id: counts
        type: 'drop_count((_index / 7 < mask.groups.size ? mask.groups[_index / 7] : 0) >> (_index % 7) & 1)'
        repeat: expr
        repeat-expr: 64
  drop_count:
    doc: Records dropped for the cause with this index, if its bit is set.
    params:
      - id: is_there
        type: u1
    seq:
      - id: count
        type: varint
        if: is_there == 1
  varint:
    seq:
      - id: groups
        type: u1
        repeat: until
        repeat-until: _ < 128
    instances:
      value:
        doc: Right up to 2^35 - 1, which is enough for every length, count and id.
        value: |
          (groups[0] & 127) +
          (groups.size > 1 ? (groups[1] & 127) << 7 : 0) +
          (groups.size > 2 ? (groups[2] & 127) << 14 : 0) +
          (groups.size > 3 ? (groups[3] & 127) << 21 : 0) +
          (groups.size > 4 ? (groups[4] & 127) << 28 : 0)
      signed:
        value: '(value & 1) == 0 ? value >> 1 : -(value >> 1) - 1'
  binary_body:
    params:
      - id: num_records
        type: u4
    seq:
      - id: strings
        type: strings
      - id: num_types
        type: varint
      - id: types
        type: record_type
        repeat: expr
        repeat-expr: num_types.value
      - id: pages
        type: page
        repeat: eos
        if: num_types.value == 1
      - id: pages_of_several_types
        size-eos: true
        if: num_types.value != 1
  strings:
    seq:
      - id: generation
        type: varint
      - id: num_strings
        type: varint
      - id: head
        type: varint
        if: num_strings.value > 0
      - id: len_stored
        type: varint
        if: num_strings.value > 0 and method == 1
      - id: table
        size: 'method == 1 ? len_stored.value : len_table'
        if: num_strings.value > 0 and method == 1
      - id: plain_table
        size: len_table
        type: plain_table(num_strings.value)
        if: num_strings.value > 0 and method == 0
    instances:
      method:
        value: head.value & 3
      len_table:
        value: head.value >> 2
  plain_table:
    params:
      - id: num_strings
        type: u4
    seq:
      - id: lengths
        type: varint
        repeat: expr
        repeat-expr: num_strings
      - id: texts
        size: lengths[_index].value
        repeat: expr
        repeat-expr: num_strings
  record_type:
    seq:
      - id: name_id
        type: varint
        doc: zig-zag; above 0 a string of the chunk, below 0 a static one
      - id: version
        type: varint
      - id: num_fields
        type: varint
      - id: fields
        type: field(_index)
        repeat: expr
        repeat-expr: num_fields.value
    instances:
      num_times:
        value: 'num_fields.value > 0 ? fields.last.tally.times : 0'
      num_byte_arrays:
        value: 'num_fields.value > 0 ? fields.last.tally.byte_arrays : 0'
  field:
    params:
      - id: index
        type: u4
    seq:
      - id: name_id
        type: varint
      - id: code
        type: u1
      - id: tally
        type: |
          tally(
            index > 0 ? _parent.fields[index - 1].tally.times : 0,
            index > 0 ? _parent.fields[index - 1].tally.byte_arrays : 0,
            code)
    instances:
      type:
        value: code & 15
      role:
        value: code >> 4
  tally:
    doc: Record times and fields of byte arrays up to this one; has no bytes.
    params:
      - id: times_before
        type: u4
      - id: byte_arrays_before
        type: u4
      - id: code
        type: u1
    instances:
      times:
        value: 'times_before + (code >> 4 == 2 ? 1 : 0)'
      byte_arrays:
        value: 'byte_arrays_before + ((code & 15) == 11 ? 1 : 0)'
  page:
    doc: Of a schema with one type, so there is no types column, and one group.
    seq:
      - id: num_rows
        type: varint
      - id: times
        type: column(num_rows.value)
        if: _parent.types[0].num_times > 0
      - id: len_group
        type: varint
      - id: group
        size: len_group.value
        type: group(num_rows.value)
  group:
    doc: |
      Columns of strings and enums come first, each kind from the last field on. Behind a column of
      byte arrays lie these, as many bytes as its values say. With more than 64 rows the length of
      each column but the last precedes them; a group of fewer rows with byte arrays is left alone.
    params:
      - id: num_rows
        type: u4
    seq:
      - id: len_columns
        type: varint
        repeat: expr
        repeat-expr: num_columns - 1
        if: has_lengths
      - id: columns_with_lengths
        size: '_index < num_columns - 1 ? len_columns[_index].value : _io.size - _io.pos'
        type: column(num_rows)
        repeat: expr
        repeat-expr: num_columns
        if: has_lengths
      - id: columns
        type: column(num_rows)
        repeat: eos
        if: not has_lengths and _parent._parent.types[0].num_byte_arrays == 0
      - id: columns_and_byte_arrays
        size-eos: true
        if: not has_lengths and _parent._parent.types[0].num_byte_arrays > 0
    instances:
      num_columns:
        value: _parent._parent.types[0].num_fields.value - _parent._parent.types[0].num_times
      has_lengths:
        value: num_rows > 64 and num_columns > 0
  column:
    params:
      - id: num_rows
        type: u4
    seq:
      - id: head
        type: u1
      - id: reference
        type: u1
        if: predictor == 2 or predictor == 3
      - id: first
        type: varint
        if: predictor == 1 or predictor == 3
      - id: payload
        type:
          switch-on: packing
          cases:
            0: constant
            1: frame(num_values)
            2: runs(num_values)
            3: dictionary(num_values)
            4: raw(num_values)
            5: varints(num_values)
    instances:
      predictor:
        value: head >> 4
      packing:
        value: head & 15
      num_values:
        value: 'predictor == 1 or predictor == 3 ? num_rows - 1 : num_rows'
  constant:
    seq:
      - id: value
        type: varint
  frame:
    params:
      - id: num_values
        type: u4
    seq:
      - id: blocks
        type: |
          block(_index * 64 + 64 <= num_values ? 64 : num_values & 63, _index > 0 ? blocks[_index - 1].width : 0)
        repeat: expr
        repeat-expr: (num_values + 63) / 64
  block:
    params:
      - id: num_values
        type: u4
      - id: width_before
        type: u4
    seq:
      - id: head
        type: u1
      - id: base
        type: varint
        if: not repeats
      - id: num_exceptions
        type: u1
        if: has_exceptions
      - id: extra_bits
        type: u1
        if: has_exceptions
      - id: exceptions
        size: (num_exceptions * (6 + extra_bits) + 7) / 8
        if: has_exceptions
      - id: bits
        size: (num_values * width + 7) / 8
    instances:
      repeats:
        value: (head & 127) == 127
      has_exceptions:
        value: head >= 128
      width:
        value: 'repeats ? width_before : (head & 127)'
  runs:
    params:
      - id: num_values
        type: u4
    seq:
      - id: num_runs
        type: varint
      - id: values
        type: column(num_runs.value)
      - id: lengths
        type: column(num_runs.value)
  dictionary:
    params:
      - id: num_values
        type: u4
    seq:
      - id: num_entries
        type: varint
      - id: first
        type: varint
      - id: steps
        type: varint
        repeat: expr
        repeat-expr: num_entries.value - 1
      - id: indexes
        size: (num_values * width + 7) / 8
    instances:
      width:
        value: |
          num_entries.value > 128 ? 8 : num_entries.value > 64 ? 7 : num_entries.value > 32 ? 6 :
          num_entries.value > 16 ? 5 : num_entries.value > 8 ? 4 : num_entries.value > 4 ? 3 :
          num_entries.value > 2 ? 2 : 1
  raw:
    params:
      - id: num_values
        type: u4
    seq:
      - id: values
        type: s8
        repeat: expr
        repeat-expr: num_values
  varints:
    params:
      - id: num_values
        type: u4
    seq:
      - id: values
        type: varint
        repeat: expr
        repeat-expr: num_values
