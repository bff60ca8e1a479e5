import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePicture } from '../scripts/make-picture.ts';
import { terminalSvg } from '../scripts/terminal-svg.ts';

describe('the picture in the README', () => {
  test('is what the commands print now; "npm run picture" makes it anew', async () => {
    const file = path.resolve(import.meta.dirname, '../docs/picture.svg');
    expect(await makePicture()).toBe(readFileSync(file, 'utf8'));
  });

  test('shows text and no markup of strangers', () => {
    const svg = terminalSvg('</text><script>alert("&")</script>', '"><script>');
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;/text&gt;&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;');
  });

  test('breaks long lines between words, below where they began', () => {
    const words = Array.from({ length: 30 }, (_, i) => `word${i}`).join(' ');
    const rows = [...terminalSvg(`    ${words}`, '').matchAll(/<text x="([\d.]+)" y="\d+" textLength[^>]*>([^<]*)</g)];
    expect(rows.map(([, , text]) => text).join(' ')).toBe(words);
    expect(new Set(rows.map(([, x]) => x)).size).toBe(1);
    expect(rows.length).toBe(3);
  });

  test('knows no colour but those that it can show', () => {
    expect(terminalSvg('\u001b[31mred\u001b[39m', '')).toContain('fill="#ff7b72">red<');
    expect(() => terminalSvg('\u001b[41mred', '')).toThrow('41');
  });
});
