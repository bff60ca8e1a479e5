import { BlockList, isIP } from 'node:net';

/** Whether an address is public: not local, private or reserved. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return !NOT_PUBLIC[family].check(address, family);
}

/** RFC 6890 and later. Addresses that embed an IPv4 address are refused too. */
const V4: readonly (readonly [string, number])[] = [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
];
const V6: readonly (readonly [string, number])[] = [
  ...([
    ['::', 96],
    ['::ffff:0:0', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001::', 23],
  ] as const),
  ...([
    ['2001:db8::', 32],
    ['2002::', 16],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
  ] as const),
];

/** Two lists: in one, a rule for IPv4-mapped IPv6 would also apply to IPv4. */
const NOT_PUBLIC = { ipv4: blockList(V4, 'ipv4'), ipv6: blockList(V6, 'ipv6') };

function blockList(nets: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family);
  return list;
}
