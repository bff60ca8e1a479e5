import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleDocument } from '../../../../test/document.ts';
import type { JsonObject } from '../base/index.ts';
import { parseToolDocument } from '../describe/index.ts';
import { contentDigest } from './count-established.ts';
import { entryWords, type IndexEntry, indexEntry } from './index-entry.ts';
import { compareRanked, rankOf, relevance } from './relevance.ts';
import { queryWords } from './words.ts';

describe('the words of a query', () => {
  test.each([
    ['nothing', '', []],
    ['signs alone', '*** "" -- () ^:', []],
    [
      'what full-text engines obey',
      'name:"x" OR (a* NEAR/2 b) -c ^d',
      ['name', 'x', 'or', 'a', 'near', '2', 'b', 'c', 'd'],
    ],
    ['what PostgreSQL obeys', "a & !b | c:* <-> 'd'", ['a', 'b', 'c', 'd']],
    ['a quote and a comment', "x'; DROP TABLE tools; --", ['x', 'drop', 'table', 'tools']],
    ['a lone surrogate and a null', 'a\ud800b\u0000c', ['a', 'b', 'c']],
    ['compatibility forms', 'ｆｕｌｌ ﬁle', ['full', 'file']],
    [
      'camelCase',
      'getHTTPResponse base64Encode s3Upload',
      ['get', 'http', 'response', 'base64', 'encode', 's3', 'upload'],
    ],
    ['snake and kebab', 'read_file-now', ['read', 'file', 'now']],
    ['words beyond ASCII', 'Übersetzung 翻訳', ['übersetzung', '翻訳']],
    ['a word twice', 'mail Mail MAIL', ['mail']],
  ])('%s', (_, text, words) => {
    expect(queryWords(text)).toEqual(words);
  });

  test('they are few and short, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), text => {
        const words = queryWords(text);
        expect(words.length).toBeLessThanOrEqual(16);
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{M}\p{N}]{1,64}$/u);
      }),
    );
    expect(queryWords('x'.repeat(1_000_000)).join('').length).toBeLessThanOrEqual(512);
    expect(queryWords('\u0301'.repeat(1_000_000)).join('').length).toBeLessThanOrEqual(512);
  });
});

function documentWith(change: JsonObject): JsonObject {
  const document = sampleDocument();
  return { ...document, tool: { ...(document.tool as JsonObject), ...change } };
}

function entryOf(change: JsonObject = {}): IndexEntry {
  return indexEntry(parseToolDocument(documentWith(change)));
}

describe('indexed parts of a document', () => {
  test('a document without metadata is indexed by its other members', () => {
    expect(indexEntry(parseToolDocument(sampleDocument('1.0')))).toEqual({
      name: 'search_invoices',
      version: '2.3.1',
      description: 'Searches the invoices of a customer.',
      capabilities: ['network_request'],
      domains: [],
      riskLevel: 'medium',
      riskRank: 1,
      readOnly: false,
      author: 'Ada Lovelace',
    });
  });

  test('axes and title are taken over', () => {
    const entry = entryOf({
      metadata: {
        classification: { service_domains: ['payments', 'crm', 'payments'] },
        behavior: { read_only: true, operations: ['read'] },
      },
      mcp: { annotations: { title: 'Find invoices' } },
    });
    expect(entry).toMatchObject({ domains: ['crm', 'payments'], readOnly: true, title: 'Find invoices' });
  });

  test('the title of the tool comes before that of its annotations', () => {
    expect(entryOf({ mcp: { title: 'One', annotations: { title: 'Two' } } }).title).toBe('One');
  });
});

describe('the content of a tool', () => {
  const digestOf = (change: JsonObject) => contentDigest(parseToolDocument(documentWith(change)));

  test('another name, version or author does not make another tool', () => {
    const author = { name: 'Eve', email: 'eve@example.org' };
    expect(digestOf({ name: 'find_invoices', version: '9.0.0', author })).toBe(digestOf({}));
  });

  test('another description does, and so do other parameters', () => {
    expect(digestOf({ description: 'Does something else.' })).not.toBe(digestOf({}));
    expect(digestOf({ parameters: { type: 'object', properties: {} } })).not.toBe(digestOf({}));
  });

  test('a document of schema 1.0 with an integer beyond 2^53 has one too', () => {
    const parameters = { type: 'object', properties: { id: { type: 'integer', maximum: 2n ** 64n } } };
    const document = { ...documentWith({ parameters }), schema_version: '1.0' };
    expect(contentDigest(parseToolDocument(document))).toMatch(/^sha256:/);
  });
});

describe('relevance', () => {
  const entry = entryOf({
    metadata: { classification: { service_domains: ['payments'] } },
    mcp: { title: 'Invoice finder' },
  });

  test('a better place is worth more, and the start of a word as much as the whole', () => {
    const queries = ['search_invoices', 'search_inv', 'invoices', 'invo', 'finder', 'paym', 'customer', 'cust'];
    const found = queries.map(query => relevance(query, entry));
    expect(found).toEqual([1, 0.8, 0.6, 0.6, 0.4, 0.4, 0.2, 0.2]);
  });

  test.each([
    ['the name in another spelling', 'Search Invoices', 1],
    ['words in several places count as the farthest', 'invoices customer', 0.2],
    ['a word that is nowhere', 'invoices weather', 0],
    ['the middle of a word', 'voices', 0],
    ['signs alone', '***', 0],
    ['nothing at all', '  ', 1],
    ['a capability', 'network', 0.4],
    ['the name of the author, which anyone can claim', 'lovelace', 0],
  ])('%s', (_, query, expected) => {
    expect(relevance(query, entry)).toBeCloseTo(expected, 12);
  });

  test('repeating a word in a description gains nothing', () => {
    const stuffed = entryOf({ description: 'weather '.repeat(50) });
    const honest = entryOf({ description: 'Tells the weather of a place.' });
    expect(relevance('weather', stuffed)).toBe(relevance('weather', honest));
  });

  test('an entry is found exactly when every word of the query starts one of its words', () => {
    const part = fc.constantFrom('search', 'inv', 'invoices', 'pay', 'customer', 'of', 'x', 'net', 'request', 'find');
    const all = Object.values(entryWords(entry)).flat();
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), parts => {
        const isFound = parts.every(wanted => all.some(word => word.startsWith(wanted)));
        expect(relevance(parts.join(' '), entry) > 0).toBe(isFound);
      }),
    );
  });
});

describe('the order of results', () => {
  test('a better reputation comes first among equals, and a preferred domain lifts by a quarter', () => {
    expect(rankOf({ relevance: 1, score: 0.8, domainMatch: false })).toBe(0.8);
    expect(rankOf({ relevance: 1, score: 0.8, domainMatch: true })).toBe(1);
    expect(rankOf({ relevance: 1, score: 0, domainMatch: true })).toBe(0);
  });

  test('a preferred domain does not outweigh a reputation that is much better', () => {
    const preferred = rankOf({ relevance: 0.6, score: 0.5, domainMatch: true });
    expect(preferred).toBeLessThan(rankOf({ relevance: 0.6, score: 0.7, domainMatch: false }));
  });

  test('tools with an advisory come last; ties are ordered by name, newest version, then text', () => {
    const ordered = [
      { rank: 0.9, name: 'z', version: '1.0.0' },
      { rank: 0.5, name: 'a', version: '10.0.0' },
      { rank: 0.5, name: 'a', version: '9.0.0' },
      { rank: 0.5, name: 'a', version: '9.0.0-rc.1' },
      { rank: 0.5, name: 'b', version: '1.0.0' },
      { rank: 0.5, name: 'b', version: '1.0.0+x' },
      { rank: 1, name: 'a', version: '1.0.0', isAdvised: true },
      { rank: 0.5, name: 'a', version: '1.0.0', isAdvised: true },
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(ordered, { minLength: ordered.length }), list => {
        expect([...list].sort(compareRanked)).toEqual(ordered);
      }),
    );
  });
});
