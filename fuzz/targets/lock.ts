import { drift, formatLock, isUnchanged, parseLock, surfaceDigest, toolDigest } from '@toolmark/core';
import { salvageLock } from '@toolmark/core/lock';
import { must, type Target, unlessRefused } from '../target.ts';
import { seedLock, seedSnapshot } from './seeds.ts';

const surface = surfaceDigest(seedSnapshot);

export const lock: Target = {
  name: 'lock',
  promise: 'An accepted lock has the digests of its definitions and matches only the surface it pins.',
  seeds: [seedLock, seedLock.replace('"version": "1.0.0"', '"version": 9007199254740993')],
  words: ['subset', 'allow', 'surfaceDigest', 'riskLevel', 'definition', 'sha256:'],
  run(input) {
    unlessRefused(() => salvageLock(input));
    const accepted = unlessRefused(() => parseLock(input));
    if (accepted === undefined) return;
    const text = formatLock(accepted);
    must(formatLock(parseLock(Buffer.from(text))) === text, 'The lock does not round-trip.');
    for (const server of accepted.servers.values()) {
      for (const { definition, digest } of server.tools.values())
        must(toolDigest(definition) === digest, 'A digest differs from its definition.');
      const isMatch = drift(server, seedSnapshot).length === 0;
      must(
        !isMatch || server.surfaceDigest === surface || server.allow === 'subset',
        'The lock matches another surface.',
      );
      must(!isUnchanged(server, seedSnapshot) || isMatch, 'isUnchanged disagrees with drift.');
    }
  },
};
