import { isIPv4, isIPv6 } from 'node:net';

/**
 * The key under which a caller without an account is limited. Only the network half of an IPv6 address counts, because a
 * client usually has all 2^64 addresses of its network.
 */
export function callerAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups.slice(0, 4).map(shortest).join(':')}::/64`;
}

function shortest(group: string): string {
  return group.toLowerCase().replace(/^0+(?=.)/, '');
}
