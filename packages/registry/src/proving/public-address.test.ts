import { describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

describe('addresses that a registry may connect to', () => {
  test.each([
    ...[
      '127.0.0.1',
      '127.1.2.3',
      '0.0.0.0',
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
    ],
    ...['100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.0.192'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '64:ff9b::7f00:1', 'fe80::1', 'fe80::1%eth0'],
    ...['fc00::1', 'fd12:3456::1', 'ff02::1', '2002:7f00:1::', '2001:db8::1', '2001:0:1::1'],
    ...['', 'localhost', '127.1', '0x7f000001', '2130706433'],
  ])('[registry.no-inner-addresses] refuses %s', address => expect(isPublicAddress(address)).toBe(false));

  test.each(['8.8.8.8', '172.32.0.1', '172.15.0.1', '1.1.1.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    'allows %s',
    address => expect(isPublicAddress(address)).toBe(true),
  );
});
