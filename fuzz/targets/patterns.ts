import { findPatternProblem } from '@toolmark/core';
import { must, type Target } from '../target.ts';

export const patterns: Target = {
  name: 'patterns',
  promise: 'A pattern that counts as tame is one for the engine, and no text keeps it busy.',
  seeds: [
    '^[A-Za-z0-9._-]+$',
    '(\\d{1,3}\\.?){4}',
    '(?:a|b)*c',
    '(?<=x)y+(?!z)',
    '^(\\w+)\\s+\\1$',
    '[\\p{L}--x]',
    'a{2,5}b?',
  ],
  words: [
    '(',
    ')',
    '*',
    '+',
    '?',
    '{1,9}',
    '|',
    '[^a]',
    '\\s',
    '\\w',
    '.',
    '(?:',
    '(?=',
    '\\b',
    '$',
    '\\p{L}',
    '(a|a)*',
    '{0,50}',
  ],
  run(input) {
    const pattern = new TextDecoder().decode(input).slice(0, 200);
    if (findPatternProblem(pattern) !== undefined) return;
    const regex = new RegExp(pattern, 'u');
    const piece = pattern.replace(/[^\p{L}\p{N} ._-]/gu, '').slice(0, 8) || 'a';
    // Exponential time shows in a few dozen letters; these are enough to tell it from a polynomial.
    for (const unit of [piece, piece[0] ?? 'a', 'a', 'ab', ' ', '0', 'aA0_'])
      must(typeof regex.test(`${unit.repeat(Math.ceil(60 / unit.length))}\u0001`) === 'boolean', 'No answer.');
  },
};
