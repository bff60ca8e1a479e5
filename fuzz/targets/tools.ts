import { assessRisk, jcs, parseMcpTool, partDigests, toolDigest, validate } from '@toolmark/core';
import { normalForm, toToolDocument } from '@toolmark/core/formats';
import { reorderKeys } from '../../test/arbitrary-tool.ts';
import { must, type Target, unlessRefused } from '../target.ts';
import { seedTool } from './seeds.ts';

const [original, originalDigest] = [jcs(seedTool), toolDigest(seedTool)];

export const tools: Target = {
  name: 'tools',
  promise: 'Two tools have the same digest exactly when they have the same canonical form.',
  seeds: [JSON.stringify(seedTool)],
  words: ['readOnlyHint', 'destructiveHint', 'dev.toolmark/metadata', 'operations', 'command', 'outputSchema'],
  run(input) {
    validate(input, { now: new Date(0) });
    validate(input, { now: new Date(0), rules: 'seed' });
    const tool = unlessRefused(() => parseMcpTool(input));
    const digest = tool === undefined ? undefined : unlessRefused(() => toolDigest(tool));
    if (tool === undefined || digest === undefined) return;
    must((digest === originalDigest) === (jcs(tool) === original), 'Digest and canonical form disagree.');
    must(toolDigest(parseMcpTool(reorderKeys(tool))) === digest, 'Member order changes the digest.');
    must(
      jcs(partDigests(tool)) === jcs(partDigests(parseMcpTool(reorderKeys(tool)))),
      'Member order changes the part digests.',
    );
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
