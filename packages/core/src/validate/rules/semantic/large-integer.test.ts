import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { largeInteger } from './large-integer.ts';

const limits = (maximum: number | bigint) => ({ properties: { city: { maximum } } });

ruleTable(largeInteger, {
  rejects: [
    [
      'an integer that a double cannot hold',
      mcpToolWith({ inputSchema: limits(9007199254740993n) }),
      '/inputSchema/properties/city/maximum',
    ],
    ['the same below zero', mcpToolWith({ inputSchema: limits(-(2n ** 64n)) }), '/inputSchema/properties/city/maximum'],
    ['a double beyond 2^53', mcpToolWith({ inputSchema: limits(2 ** 60) }), '/inputSchema/properties/city/maximum'],
    ['one in a member nobody knows', mcpToolWith({ _meta: { 'x/y': [{ id: 2n ** 60n }] } }), '/_meta/x~1y/0/id'],
    [
      'several in a document, each at its place',
      documentWith({ parameters: limits(2n ** 60n), extensions: { 'a.example': 2n ** 61n } }),
      '/tool/extensions/a.example',
      '/tool/parameters/properties/city/maximum',
    ],
    [
      'one in a document of schema 1.0, as a warning',
      documentWith({ parameters: limits(2n ** 60n) }, '1.0'),
      ['/tool/parameters/properties/city/maximum', 'warning'],
    ],
  ],
  accepts: [
    ['2^53 itself', mcpToolWith({ inputSchema: limits(2 ** 53) })],
    ['the largest negative one', mcpToolWith({ inputSchema: limits(-(2 ** 53)) })],
    ['a number with an exponent in its canonical text', mcpToolWith({ inputSchema: limits(1e21) })],
    ['a fraction', mcpToolWith({ inputSchema: limits(0.1) })],
    ['the digits as a text', mcpToolWith({ inputSchema: { properties: { city: { default: '9007199254740993' } } } })],
    ['a tool without numbers', documentWith({})],
  ],
});
