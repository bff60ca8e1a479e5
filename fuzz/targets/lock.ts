import { drift, formatLock, isUnchanged, parseLock, salvageLock, surfaceDigest, toolDigest } from '@toolmark/core';
import { must, type Target, unlessRefused } from '../target.ts';
import { seedLock, seedSnapshot } from './seeds.ts';

const surface = surfaceDigest(seedSnapshot);

export const lock: Target = {
  name: 'lock',
  promise: 'A lock that is accepted says what its definitions say, and matches a server only if it pins that surface.',
  seeds: [seedLock, seedLock.replace('"version": "1.0.0"', '"version": 9007199254740993')],
  words: ['subset', 'allow', 'surfaceDigest', 'riskLevel', 'definition', 'sha256:'],
  run(input) {
    unlessRefused(() => salvageLock(input));
    const accepted = unlessRefused(() => parseLock(input));
    if (accepted === undefined) return;
    const text = formatLock(accepted);
    must(formatLock(parseLock(Buffer.from(text))) === text, 'Written and read again it is another lock.');
    for (const server of accepted.servers.values()) {
      for (const { definition, digest } of server.tools.values())
        must(toolDigest(definition) === digest, 'A digest is not that of its definition.');
      const isMatch = drift(server, seedSnapshot).length === 0;
      must(!isMatch || server.surfaceDigest === surface || server.allow === 'subset', 'It matches another surface.');
      must(!isUnchanged(server, seedSnapshot) || isMatch, 'Unchanged, and yet there is drift.');
    }
  },
};
