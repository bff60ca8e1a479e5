import {
  assessRisk,
  jcs,
  normalForm,
  parseMcpTool,
  partDigests,
  toolDigest,
  toToolDocument,
  validate,
} from '@toolmark/core';
import { reorderKeys } from '../../test/arbitrary-tool.ts';
import { must, type Target, unlessRefused } from '../target.ts';
import { seedTool } from './seeds.ts';

const [original, originalDigest] = [jcs(seedTool), toolDigest(seedTool)];

export const tools: Target = {
  name: 'tools',
  promise: 'Two tools have one digest if and only if they have one canonical text; judging one never breaks.',
  seeds: [JSON.stringify(seedTool)],
  words: ['readOnlyHint', 'destructiveHint', 'dev.toolmark/metadata', 'operations', 'command', 'outputSchema'],
  run(input) {
    validate(input, { now: new Date(0) });
    validate(input, { now: new Date(0), rules: 'seed' });
    const tool = unlessRefused(() => parseMcpTool(input));
    const digest = tool === undefined ? undefined : unlessRefused(() => toolDigest(tool));
    if (tool === undefined || digest === undefined) return;
    must((digest === originalDigest) === (jcs(tool) === original), 'The digest and the text do not agree.');
    must(toolDigest(parseMcpTool(reorderKeys(tool))) === digest, 'The order of members changes the digest.');
    must(jcs(partDigests(tool)) === jcs(partDigests(parseMcpTool(reorderKeys(tool)))), 'It changes the parts.');
    assessRisk(tool);
    normalForm(tool);
    toToolDocument(tool, {
      version: '1.0.0',
      author: { name: 'A', email: 'a@example.org' },
      capabilities: [],
      security,
    });
  },
};

const security = {
  required_permissions: [],
  risk_level: 'low',
  sandboxing_required: false,
  network_access: 'none',
  file_access: 'none',
} as const;
