import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { METADATA_KEY, metadataOfMcpTool, readJson } from '@toolmark/core';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { ADAPT_CODES } from './adapt/adapt-error.ts';
import { connect } from './connect/connect.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const PAGES = ['agents', 'authors'] as const;

function pageOf(name: (typeof PAGES)[number]): string {
  return readFileSync(path.join(ROOT, 'docs/guide', `${name}.md`), 'utf8');
}

/** The blocks of a page that are written in a language. */
function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}(?: \\S+)?\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);
}

/** What the compiler says of some sources, as if they were files of this package. */
function findTypeErrors(sources: readonly string[]): string[] {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const files = new Map(sources.map((source, i) => [path.join(import.meta.dirname, `guide-block-${i}.ts`), source]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = file => files.has(file) || fileExists(file);
  host.readFile = file => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, language) => {
    const text = host.readFile(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, language);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap(file =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
}

describe('the guides', () => {
  test('have code that the compiler accepts', () => {
    const blocks = PAGES.map(page => blocksOf(pageOf(page), 'ts'));
    expect(blocks.map(({ length }) => length)).toEqual([3, 2]);
    expect(findTypeErrors(blocks.flat())).toEqual([]);
    expect(findTypeErrors([`import { importTools } from '@toolmark/mcp';\nimportTools(1);`])).toHaveLength(1);
  });

  test('explain every code of the table in its own words', () => {
    const rows = Object.entries(ADAPT_CODES).map(([code, words]) => `| \`${code}\` | ${words.join(' | ')} |`);
    expect(pageOf('agents').split('\n')).toEqual(expect.arrayContaining(rows));
  });

  test('the server in the guide for authors runs, and its hints and _meta come out', async () => {
    const page = pageOf('authors');
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
