import { generateKeyPairSync } from 'node:crypto';
import type { AdvisoryDetails } from '@toolmark/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { advisoryFeed } from './advisory-feed.ts';
import { plainSentence } from './plain-sentence.ts';

const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
const SIGNER = { key, publicKey };

const TAGS =
  /<\?xml version="1\.0" encoding="utf-8"\?>|<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">|<\/?(id|title|updated|published|author|name|entry)>|<\/feed>|<(link|category)( [a-z]+="[^"<>]*")+\/>|<content type="text">|<\/content>/g;

function feedOf(changes: Partial<AdvisoryDetails>): string {
  const advisory: AdvisoryDetails = {
    ...{ id: 'TMA-2026-0001', severity: 'high', summary: 'It sends files away.', digests: [] },
    ...{ issuedAt: '2026-11-15T11:00:00.000Z', withdrawnAt: null, ...changes },
  };
  return advisoryFeed([advisory], SIGNER, Date.parse('2026-11-15T12:00:00Z'));
}

test('escapes hostile text in the advisory feed', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('</content>', ']]>', '&#60;b>', '<!--', '&x;'));
  fc.assert(
    fc.property(fc.array(text), fc.array(text), (summary, tool) => {
      const feed = feedOf({ summary: summary.join(''), tool: tool.join(''), version: '1.0.0' });
      const rest = feed.replace(TAGS, '');
      expect(rest).not.toMatch(/[<>"]|&(?!amp;|lt;|gt;|quot;|#39;)/);
      // Characters that XML 1.0 cannot represent.
      expect(rest).not.toMatch(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u);
      expect(feed.match(/<entry>/g)).toHaveLength(1);
    }),
  );
});

test('a withdrawn entry keeps its id and is marked as withdrawn', () => {
  const idOf = (feed: string) => /<entry>\n<id>(.*)<\/id>/.exec(feed)?.[1];
  const withdrawn = feedOf({ withdrawnAt: '2026-11-16T11:00:00.000Z' });
  expect(idOf(withdrawn)).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(idOf(withdrawn)).toBe(idOf(feedOf({})));
  expect(withdrawn).toContain('<title>TMA-2026-0001 (withdrawn)</title>');
  expect(withdrawn).toContain('<updated>2026-11-16T11:00:00.000Z</updated>');
});

test('writes a feed without entries', () => {
  expect(advisoryFeed([], SIGNER, 0)).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
});

test('untrusted text becomes one plain line, neither empty nor too long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1500 }), text => {
      const sentence = plainSentence(text);
      expect(sentence).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(sentence.length).toBeGreaterThan(0);
      expect(sentence.length).toBeLessThanOrEqual(1000);
      expect(sentence.isWellFormed()).toBe(true);
    }),
  );
  expect(plainSentence('\u200b\u0000')).toBe('(no description)');
});
