import { describe, expect, test } from 'vitest';
import { decodeFragment, resolveUri, splitFragment } from './uri.ts';

/** The examples of RFC 3986, sections 5.4.1 and 5.4.2, with the base they share. */
describe('references resolve as in RFC 3986', () => {
  test.each([
    ['../../../g', 'http://a/g'],
    ['../../../../g', 'http://a/g'],
    ['/./g', 'http://a/g'],
    ['/../g', 'http://a/g'],
    ['g.', 'http://a/b/c/g.'],
    ['..g', 'http://a/b/c/..g'],
    ['./../g', 'http://a/b/g'],
    ['./g/.', 'http://a/b/c/g/'],
    ['g/../h', 'http://a/b/c/h'],
    ['g;x=1/../y', 'http://a/b/c/y'],
    ['g?y/../x', 'http://a/b/c/g?y/../x'],
    ['g:h', 'g:h'],
    ['g', 'http://a/b/c/g'],
    ['./g', 'http://a/b/c/g'],
    ['g/', 'http://a/b/c/g/'],
    ['/g', 'http://a/g'],
    ['//g', 'http://g'],
    ['?y', 'http://a/b/c/d;p?y'],
    ['#s', 'http://a/b/c/d;p?q#s'],
    ['', 'http://a/b/c/d;p?q'],
    ['.', 'http://a/b/c/'],
    ['..', 'http://a/b/'],
    ['../..', 'http://a/'],
  ])('%j', (reference, expected) => {
    expect(resolveUri('http://a/b/c/d;p?q', reference)).toBe(expected);
  });

  test.each([
    ['http://a', 'g', 'http://a/g'],
    ['', '../g', 'g'],
    ['', '#s', '#s'],
    ['urn:a:b', '#s', 'urn:a:b#s'],
    ['a\nb', 'c\nd', 'c\nd'],
  ])('from %j to %j', (base, reference, expected) => {
    expect(resolveUri(base, reference)).toBe(expected);
  });
});

test('a fragment is what follows the first hash', () => {
  expect(splitFragment('a#b#c')).toEqual({ document: 'a', fragment: 'b#c' });
  expect(splitFragment('a')).toEqual({ document: 'a', fragment: '' });
  expect(decodeFragment('%2F%7Ea')).toBe('/~a');
  expect(decodeFragment('%')).toBeUndefined();
});
