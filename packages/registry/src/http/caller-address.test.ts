import { expect, test } from 'vitest';
import { callerAddress } from './caller-address.ts';

test.each([
  ['', ''],
  ['not an address', 'not an address'],
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:DB8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:0db8:0000:0001::9', '2001:db8:0:1::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%j is counted as %j', (address, counted) => {
  expect(callerAddress(address)).toBe(counted);
});
