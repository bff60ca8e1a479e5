import { BlockList, isIP } from 'node:net';

/** Whether an address is one of the open internet: nothing of this machine, its network, or what is set aside. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return !NOT_PUBLIC.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** RFC 6890 and what came after it; addresses that hold another address inside are refused with what they might hold. */
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

const NOT_PUBLIC = new BlockList();
for (const [net, prefix] of V4) NOT_PUBLIC.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of V6) NOT_PUBLIC.addSubnet(net, prefix, 'ipv6');
