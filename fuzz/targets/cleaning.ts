import { isDeepStrictEqual } from 'node:util';
import { cleanSnapshot, inert, MetadataPolicy, nameTools, parseSnapshot } from '@toolmark/core';
import { must, type Target, unlessRefused } from '../target.ts';
import { seedSnapshot } from './seeds.ts';

const policy = MetadataPolicy.defaults();
const sanitizing = { ...policy.names, onInvalid: 'sanitize' } as const;

export const cleaning: Target = {
  name: 'cleaning',
  promise: 'Cleaning is idempotent, removes control characters, and gives every tool a unique name.',
  seeds: [JSON.stringify(seedSnapshot)],
  words: '\u200d \ufe0f \u{1f468}\u200d\u{1f469} \u0627\u200c\u0628 \x1b[31m \u2066 enum const default pattern'.split(
    ' ',
  ),
  run(input) {
    const raw = unlessRefused(() => parseSnapshot(input));
    const clean = raw === undefined ? undefined : unlessRefused(() => cleanSnapshot(raw, policy));
    if (raw === undefined || clean === undefined) return;
    const again = cleanSnapshot(clean.snapshot, policy);
    must(isDeepStrictEqual(again.snapshot, clean.snapshot), 'Cleaning twice gives another result.');
    for (const { description = '' } of clean.snapshot.tools)
      must(
        !/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{e0001}-\u{e007f}]/u.test(description),
        `Control character in ${inert(description)}.`,
      );
    const servers = ['a', 'b'].map(server => ({ server, tools: raw.tools.map(({ name }) => name) }));
    const { aliases, toRemote } = nameTools(servers, sanitizing);
    must(new Set(aliases.map(({ alias }) => alias.toLowerCase())).size === aliases.length, 'Two tools have one name.');
    for (const { alias, server, tool } of aliases)
      must(isDeepStrictEqual(toRemote(alias), { server, tool }), 'A name maps to another tool.');
  },
};
