import { describe, expect, test } from 'vitest';
import { foldLetters } from './fold.ts';

describe('folded letters', () => {
  test.each([
    ['letters that look Latin', 'раураl', 'paypal'],
    ['accents and marks', 'Re\u0301sumé', 'resume'],
    ['wide and styled letters', 'Ｒｕｎ 𝓻𝓾𝓷', 'run run'],
    ['small capitals', 'ʀᴜɴ ᴛʜɪꜱ', 'run this'],
    ['letters in circles and squares', 'Ⓡⓤⓝ 🅡🅤🅝 🆁🆄🅽', 'run run run'],
    ['Braille', '⠗⠥⠝', 'run'],
    ['invisible characters', 'ru\u200bn', 'run'],
  ])('%s', (_, text, expected) => {
    expect(foldLetters(text)).toBe(expected);
  });

  test.each([
    ['letters', 'ж'],
    ['letters of two units', '𝓻'],
    ['letters of two units across every cut', 'a𝓻'],
  ])('millions of %s are folded as a few are', (_, letters) => {
    const count = 2_100_000 / letters.length;
    expect(foldLetters(letters.repeat(count)) === foldLetters(letters).repeat(count)).toBe(true);
    expect(foldLetters(`x${letters.repeat(count)}`) === `x${foldLetters(letters).repeat(count)}`).toBe(true);
  });
});
