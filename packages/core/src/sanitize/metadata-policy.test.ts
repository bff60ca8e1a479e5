import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../base/index.ts';
import { parsePolicy } from '../describe/index.ts';
import { MetadataPolicy, parseMetadataPolicy } from './metadata-policy.ts';

describe('the policy for metadata', () => {
  test('has the defaults of the policy file', () => {
    expect(MetadataPolicy.defaults()).toEqual({
      maxDescriptionLength: 2000,
      stripControlChars: true,
      normalizeWhitespace: true,
      lineBreaks: 'keep',
      descriptionMode: 'server',
      names: {
        pattern: '^[A-Za-z0-9._-]+$',
        onInvalid: 'reject',
        maxLength: 64,
        lead: '',
        separator: '__',
        prefix: 'auto',
      },
    });
  });

  test.each([
    ['an unknown member', { maxLength: 3 }],
    ['a cap of zero', { maxDescriptionLength: 0 }],
    ['half a character', { maxDescriptionLength: 1.5 }],
    ['a cap as text', { maxDescriptionLength: '2000' }],
    ['a flag as text', { stripControlChars: 'yes' }],
    ['null for a flag', { normalizeWhitespace: null }],
    ['an unknown word for line breaks', { lineBreaks: true }],
    ['an unknown mode', { descriptionMode: 'verbatim' }],
    ['names as a list', { names: [] }],
    ['names as null', { names: null }],
    ['an unknown member of names', { names: { suffix: 'x' } }],
    ['an unknown preset', { names: { preset: 'constructor' } }],
    ['an unknown profile', { names: { profile: 'gpt' } }],
    ['a pattern that is none', { names: { pattern: '(' } }],
    ['a pattern that breaks out of what is put around it', { names: { pattern: 'a)|(b' } }],
    ['a pattern with a back-reference', { names: { pattern: '(a|b)\\1' } }],
    ['a pattern with huge counts', { names: { pattern: '(?:(?:ab){999}){999}' } }],
    ['a pattern that is too long', { names: { pattern: 'a'.repeat(1001) } }],
    ['an empty pattern', { names: { pattern: '' } }],
    ['a length with which no pattern is safe', { names: { maxLength: 257 } }],
    ['a length too short for any hash', { names: { maxLength: 15 } }],
    ['an empty separator', { names: { separator: '' } }],
    ['an unknown word for prefix', { names: { prefix: 'sometimes' } }],
    ['an unknown word for invalid names', { names: { onInvalid: 'error' } }],
  ] as [string, JsonObject][])('refuses %s', (_, metadata) => {
    expect(() => parseMetadataPolicy(metadata)).toThrow(expect.objectContaining({ code: 'policy.malformed' }));
  });

  test('null means no cap', () => {
    expect(parseMetadataPolicy({ maxDescriptionLength: null }).maxDescriptionLength).toBeNull();
  });

  test('single members win over a profile, and a profile over a preset', () => {
    const { names } = parseMetadataPolicy({ names: { preset: 'claude-code', profile: 'cursor', separator: '-' } });
    expect(names).toMatchObject({ lead: 'mcp__', maxLength: 60, separator: '-', prefix: 'always' });
  });

  test('reads every member of a policy file', () => {
    const metadata = {
      maxDescriptionLength: 100,
      stripControlChars: true,
      normalizeWhitespace: false,
      lineBreaks: 'flatten',
      descriptionMode: 'placeholder',
      names: {
        preset: 'mastra',
        profile: 'mcp',
        pattern: '.+',
        onInvalid: 'sanitize',
        maxLength: 99,
        lead: 'x',
        separator: '_',
        prefix: 'never',
      },
    };
    expect(parseMetadataPolicy(parsePolicy({ version: 1, metadata }).metadata).names).toMatchObject({
      maxLength: 99,
      lead: 'x',
    });
  });

  test('permissive changes nothing', () => {
    expect(MetadataPolicy.permissive()).toMatchObject({
      maxDescriptionLength: null,
      stripControlChars: false,
      normalizeWhitespace: false,
      descriptionMode: 'server',
    });
  });
});
