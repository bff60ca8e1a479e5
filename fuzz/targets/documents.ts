import { isDeepStrictEqual } from 'node:util';
import { parseToolDocument, pythonForm, readExactJson, toMcpTool, validate } from '@toolmark/core';
import { sampleDocument } from '../../test/document.ts';
import { must, type Target, unlessRefused } from '../target.ts';

const NOW = new Date('2026-11-16T00:00:00Z');

export const documents: Target = {
  name: 'documents',
  promise: 'A document is refused with a code or accepted; what was accepted is accepted again, as the same.',
  seeds: [JSON.stringify(sampleDocument('1.0')), JSON.stringify(sampleDocument('1.1'))],
  words: ['1.0', '1.1', '1.2', 'signature', 'metadata', 'mcp', 'extensions', 'org.example', 'critical', 'full'],
  run(input) {
    const { valid, findings } = validate(input, { now: NOW });
    must(
      valid === findings.every(({ severity, waived }) => severity !== 'error' || waived !== undefined),
      'Valid with errors.',
    );
    validate(input, { now: NOW, rules: 'seed' });
    const document = unlessRefused(() => parseToolDocument(input));
    if (document === undefined) return;
    const again = parseToolDocument(Buffer.from(pythonForm(readExactJson(input))));
    must(isDeepStrictEqual(again, document), 'Written and read again it is another document.');
    toMcpTool(document);
  },
};
