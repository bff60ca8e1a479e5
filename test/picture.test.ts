import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePicture } from '../scripts/make-picture.ts';
import { terminalSvg } from '../scripts/terminal-svg.ts';

describe('the picture in the README', () => {
  test('shows the current output of the commands; "npm run picture" updates it', async () => {
    const file = path.resolve(import.meta.dirname, '../docs/picture.svg');
    expect(await makePicture()).toBe(readFileSync(file, 'utf8'));
  });

  test('escapes markup in untrusted text', () => {
    const svg = terminalSvg('</text><script>alert("&")</script>', '"><script>');
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;/text&gt;&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;');
  });

  test('wraps long lines between words and keeps their indentation', () => {
    const words = Array.from({ length: 30 }, (_, i) => `word${i}`).join(' ');
    const rows = [...terminalSvg(`    ${words}`, '').matchAll(/<text x="([\d.]+)" y="\d+" textLength[^>]*>([^<]*)</g)];
    expect(rows.map(([, , text]) => text).join(' ')).toBe(words);
    expect(new Set(rows.map(([, x]) => x)).size).toBe(1);
    expect(rows.length).toBe(3);
  });

  test('refuses unknown colours', () => {
    expect(terminalSvg('\u001b[31mred\u001b[39m', '')).toContain('fill="#ff7b72">red<');
    expect(() => terminalSvg('\u001b[41mred', '')).toThrow('41');
  });
});
