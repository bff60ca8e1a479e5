import { isDeepStrictEqual } from 'node:util';
import { parseToolDocument, toMcpTool, validate } from '@toolmark/core';
import { pythonForm, readExactJson } from '@toolmark/core/json';
import { sampleDocument } from '../../test/document.ts';
import { must, type Target, unlessRefused } from '../target.ts';

const NOW = new Date('2026-11-16T00:00:00Z');

export const documents: Target = {
  name: 'documents',
  promise: 'A document is refused with a code or accepted; an accepted document round-trips.',
  seeds: [JSON.stringify(sampleDocument('1.0')), JSON.stringify(sampleDocument('1.1'))],
  words: ['1.0', '1.1', '1.2', 'signature', 'metadata', 'mcp', 'extensions', 'org.example', 'critical', 'full'],
  run(input) {
    const { valid, findings } = validate(input, { now: NOW });
    must(
      valid === findings.every(({ severity, waived }) => severity !== 'error' || waived !== undefined),
      'Valid in spite of errors.',
    );
    validate(input, { now: NOW, rules: 'seed' });
    const document = unlessRefused(() => parseToolDocument(input));
    if (document === undefined) return;
    const again = parseToolDocument(Buffer.from(pythonForm(readExactJson(input))));
    must(isDeepStrictEqual(again, document), 'The document does not round-trip.');
    toMcpTool(document);
  },
};
