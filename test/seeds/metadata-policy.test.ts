import { MetadataError, MetadataPolicy, renderCatalogue } from '@toolmark/core';
import { type ImportOneOptions, importTools, toAnthropicTools, toMcpTools, toOpenAiTools } from '@toolmark/mcp';
import { describe, expect, test } from 'vitest';
import { fakeConnection } from '../fakes/fake-connection.ts';

const LONG = 'Searches the archive. '.repeat(200);
const CONTROL = 'Searches\u0000 the\u001b[2J archive.\u200b';
const SPACES = 'Searches   the\t\tarchive.\u00a0\u00a0Fast.';

function importOne(tool: object, options: Partial<ImportOneOptions> = {}) {
  const connection = fakeConnection([{ name: 'find', inputSchema: { type: 'object' }, ...tool }]);
  return importTools(connection, { server: 'search', warn: () => {}, ...options });
}

async function describedAs(description: string, policy?: ImportOneOptions['policy']): Promise<string | undefined> {
  const { tools } = await importOne({ description }, policy === undefined ? {} : { policy });
  return tools[0]?.description;
}

describe('the default policy', () => {
  test('caps a description at 2,000 characters, and the cut is visible', async () => {
    const description = (await describedAs(LONG)) ?? '';
    expect([...description].length).toBeLessThanOrEqual(2000);
    expect(description).toMatch(/truncated|…/);
  });

  test('removes control characters, escape sequences and hidden characters', async () => {
    expect(await describedAs(CONTROL)).toBe('Searches the archive.');
  });

  test('normalises white space', async () => {
    expect(await describedAs(SPACES)).toBe('Searches the archive. Fast.');
  });

  test('keeps line breaks, lists and code blocks', async () => {
    const rich = 'Searches the archive.\n\n- by word\n- by date\n\n```\nfind(\n  "a  b"\n)\n```';
    expect(await describedAs(rich)).toBe(rich);
  });

  test('changes nothing in well-formed metadata', async () => {
    const { tools } = await importOne({ title: 'Find', description: 'Searches the archive.' });
    expect(tools[0]).toMatchObject({ name: 'find', title: 'Find', description: 'Searches the archive.', changes: [] });
  });

  test('keeps what the server sent beside the cleaned values', async () => {
    const { tools } = await importOne({ description: CONTROL });
    expect(tools[0]?.raw).toMatchObject({ description: CONTROL });
    expect(tools[0]?.changes.length).toBeGreaterThan(0);
  });
});

describe('the example', () => {
  test('a shorter cap and the explicit opt-in to remote text, in the members of the source', async () => {
    const policy = { maxDescriptionLength: 1000, descriptionMode: 'server' } as const;
    const { tools } = await importOne({ description: LONG }, { policy, prefix: 'always' });
    expect(tools[0]?.name).toBe('search__find');
    expect([...(tools[0]?.description ?? '')].length).toBeLessThanOrEqual(1000);
  });

  test('placeholder mode shows no text of the server', async () => {
    expect(await describedAs(LONG, { descriptionMode: 'placeholder' })).toBe("MCP tool 'find' from server 'search'.");
  });

  test('flatten makes one line of everything, where a policy asks for it', async () => {
    expect(await describedAs('Searches.\n\n- by word', { lineBreaks: 'flatten' })).toBe('Searches. - by word');
  });

  test('permissive takes everything as the server wrote it', async () => {
    for (const text of [LONG, CONTROL, SPACES]) expect(await describedAs(text, MetadataPolicy.permissive())).toBe(text);
  });
});

describe('names', () => {
  test.each(['find it', 'find"', "find'", 'find/all', 'find;rm', 'fi\u200bnd'])(
    '%j is refused with a typed error that names server and tool',
    async name => {
      const { tools, withheld } = await importOne({ name });
      expect(tools).toEqual([]);
      const error = expect.any(MetadataError);
      expect(withheld).toEqual([expect.objectContaining({ server: 'search', tool: name, error })]);
    },
  );

  test('or gets an alias that still calls the tool, where the policy says sanitize', async () => {
    const connection = fakeConnection([{ name: 'find it', inputSchema: { type: 'object' } }]);
    const policy = { names: { onInvalid: 'sanitize' } } as const;
    const { tools } = await importTools(connection, { server: 'search', policy, warn: () => {} });
    expect(tools[0]?.name).toMatch(/^[A-Za-z0-9._-]+$/);
    await tools[0]?.call({});
    expect(connection.calls.map(({ name }) => name)).toEqual(['find it']);
  });
});

describe('everything downstream carries the cleaned text', () => {
  test('exports to models, servers and prompts', async () => {
    const { tools } = await importOne({ description: CONTROL });
    const exported = [toMcpTools(tools), toOpenAiTools(tools), toAnthropicTools(tools), renderCatalogue(tools)];
    for (const one of exported) {
      const text = JSON.stringify(one);
      expect(text).toContain('Searches the archive.');
      expect(text).not.toMatch(/\\u0000|\\u001b|\u200b/);
    }
  });
});
