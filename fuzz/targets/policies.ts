import { compilePolicy, decide, parseMetadataPolicy, parsePolicy, pin } from '@toolmark/core';
import { isHidden } from '@toolmark/core/guard';
import { must, type Target, unlessRefused } from '../target.ts';
import { seedSnapshot } from './seeds.ts';

const tool = pin(seedSnapshot).tools.get('send_mail');
const CALLS = [{}, { to: 'a@b' }, { to: 'x'.repeat(100), copies: ['abc'], count: 3 }, { to: 5, more: [[{}]] }];

const POLICY = {
  version: 1,
  metadata: { maxDescriptionLength: 200, names: { pattern: '^[a-z_]+$', onInvalid: 'sanitize', prefix: 'always' } },
  drift: { severities: 'seed', failOn: 'info' },
  default: 'ask',
  arguments: 'warn',
  rules: [
    { match: { server: '*', tool: 'send_*', operations: ['create'], destructive: true }, decision: 'allow' },
    { match: {}, when: 'args.to.startsWith("/etc") || size(args.copies) > 2', decision: 'deny', reason: 'No.' },
    { match: { risk: ['high'], domains: ['email'] }, when: 'tool.readOnly && server == "mail"', decision: 'ask' },
  ],
  waivers: [{ rule: 'text.link', tool: 'x', reason: 'known', expires: '2027-06-30' }],
};

export const policies: Target = {
  name: 'policies',
  promise: 'A policy is refused or compiled; every call gets one decision, and tools that are not locked are denied.',
  seeds: [JSON.stringify(POLICY)],
  words: [
    'args.to',
    'args["to"]',
    'matches("a+")',
    ' in ',
    '&& true',
    '[1].exists(x, x > 0)',
    'size(',
    '9999999999',
    '*?',
  ],
  run(input) {
    const policy = unlessRefused(() => parsePolicy(input));
    if (policy === undefined) return;
    unlessRefused(() => parseMetadataPolicy(policy.metadata));
    const compiled = unlessRefused(() => compilePolicy(policy));
    if (compiled === undefined || tool === undefined) return;
    for (const args of CALLS) {
      const request = { server: 'mail', tool: 'send_mail', arguments: args };
      const { decision } = decide(request, tool, compiled);
      must(['allow', 'ask', 'deny'].includes(decision), 'No decision.');
      must(decision === 'deny' || !isHidden('mail', tool, compiled), 'A hidden tool may be called.');
      must(decide(request, undefined, compiled).decision === 'deny', 'A tool that is not locked may be called.');
    }
  },
};
