import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { METADATA_KEY, metadataOfMcpTool, readJson } from '@toolmark/core';
import { describe, expect, test } from 'vitest';
import { connect } from './connect/connect.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The blocks of a page that are written in a language. */
function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}(?: \\S+)?\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, code = '']) => code,
  );
}

describe('the guides', () => {
  test('the server in the guide for authors runs, and its hints and _meta come out', async () => {
    const page = readFileSync(path.join(ROOT, 'docs/guide/authors.md'), 'utf8');
    const [code = ''] = blocksOf(page, 'ts');
    const flags = ['--conditions=toolmark-source', '--import', 'tsx', '--input-type=module'];
    const source = { kind: 'stdio', command: process.execPath, args: [...flags, '-e', code] } as const;
    const connection = await connect({ ...source, cwd: import.meta.dirname }, { env: { PATH: process.env.PATH } });
    try {
      const [tool] = (await connection.takeSnapshot()).tools;
      const [promised = ''] = blocksOf(page, 'json');
      expect(tool).toMatchObject(readJson(new TextEncoder().encode(promised)) as object);
      expect(tool?.inputSchema).toMatchObject({ properties: { path: { description: 'Path of the file.' } } });
      expect(tool && metadataOfMcpTool(tool)?.metadata).toEqual(tool?._meta?.[METADATA_KEY]);
      const called = await connection.callTool('delete_file', { path: '/a' });
      expect(called).toMatchObject({ content: [{ type: 'text', text: 'deleted /a' }] });
    } finally {
      await connection.close();
    }
  });
});
