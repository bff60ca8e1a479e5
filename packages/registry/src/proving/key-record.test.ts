import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseKeyRecord } from './key-record.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const bare = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
const signature = sign(null, Buffer.from('now'), privateKey);

describe('key records of a domain', () => {
  test.each([
    '',
    'v=spf1 -all',
    `v=MCPv2; k=ed25519; p=${bare}`,
    `v=MCPv1; k=rsa; p=${bare}`,
    `v=MCPv1; k=constructor; p=${bare}`,
    `v=MCPv1; k=ecdsap384; p=${bare}`,
    'v=MCPv1; k=ed25519; p=AAAA',
    `v=MCPv1; k=ecdsap384; p=${Buffer.alloc(49, 2).toString('base64')}`,
    `v=MCPv1; k=ecdsap384; p=${Buffer.alloc(97, 4).toString('base64')}`,
    `k=ed25519; v=MCPv1; p=${bare}`,
    `v=MCPv1; k=ed25519; p=${bare}; x=1`,
    `v=MCPv1; k=ed25519; p=${bare}; r=`,
    `v=MCPv1; k=ed25519; p=${bare}; r=a b`,
    `v=MCPv1; k=ed25519; p=${bare}; r=a; r=b`,
  ])('refuses %j', record => expect(parseKeyRecord(record)).toBeUndefined());

  test.each([`v=MCPv1; k=ed25519; p=${bare}`, ` v=MCPv1;k=ed25519;p=${bare}; `])('parses %j', record => {
    const key = parseKeyRecord(record);
    expect(key?.verify('now', signature)).toBe(true);
    expect(key?.verify('then', signature)).toBe(false);
    expect(key?.verify('now', new Uint8Array())).toBe(false);
    expect(key?.registry).toBeUndefined();
  });

  test.each([
    `v=MCPv1; k=ed25519; p=${bare}; r=Registry.example.net`,
    `v=MCPv1;k=ed25519;p=${bare};r=registry.example.net;`,
  ])('parses %j for one registry', record => {
    expect(parseKeyRecord(record)?.registry).toBe('registry.example.net');
  });
});
