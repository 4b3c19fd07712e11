package dev.sluice.tools.convert;

import kieker.common.record.AbstractMonitoringRecord;
import kieker.common.record.io.IValueSerializer;

/** A record class that Kieker does not have. */
final class OwnRecord extends AbstractMonitoringRecord {
  private static final long serialVersionUID = 1L;

  private final long timestamp;
  private final float share;
  private final String place;

  OwnRecord(long timestamp, float share, String place) {
    this.timestamp = timestamp;
    this.share = share;
    this.place = place;
  }

  @Override
  public void serialize(IValueSerializer to) {
    to.putLong(timestamp);
    to.putFloat(share);
    to.putChar('c');
    to.putShort((short) -7);
    to.putByte((byte) 7);
    to.putEnumeration(Thread.State.BLOCKED);
    to.putString(place);
  }

  @Override
  public Class<?>[] getValueTypes() {
    return new Class<?>[] {
      long.class, float.class, char.class, short.class, byte.class, Thread.State.class, String.class
    };
  }

  @Override
  public String[] getValueNames() {
    return new String[] {"timestamp", "share", "letter", "small", "tiny", "state", "place"};
  }

  @Override
  public int getSize() {
    return 0;
  }
}
