import { expect, test } from 'vitest';
import type { Json } from '../../../base/index.ts';
import { subjectOfDocument, subjectOfMcpTool } from '../../subject.ts';
import { documentWith, mcpToolWith } from '../rule-table.ts';
import { checkParameterSchemas, PARAMETER_CODES } from './parameter-schema.ts';

type Row = readonly [title: string, code: string, schema: Json];

const rows: readonly Row[] = [
  ['a dialect of long ago', 'dialect', { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' }],
  ['a keyword with the wrong value', 'keyword', { type: 'object', properties: { a: { minLength: -1 } } }],
  ['a reference to the network', 'remote-ref', { type: 'object', properties: { a: { $ref: 'https://a.example/s' } } }],
  ['a reference that leads nowhere', 'dangling-ref', { type: 'object', properties: { a: { $ref: '#/$defs/x' } } }],
  ['a pattern that is none', 'pattern', { type: 'object', properties: { a: { pattern: '(' } } }],
  ['a pattern with a back-reference', 'pattern-cost', { type: 'object', properties: { a: { pattern: '(a)\\1' } } }],
  ['a schema beyond the limits', 'limits', nested(100)],
];

function nested(depth: number): Json {
  return depth === 0 ? {} : { type: 'object', properties: { a: nested(depth - 1) } };
}

test.each(rows)('%s is reported in the parameters', (_, code, inputSchema) => {
  const found = checkParameterSchemas(subjectOfMcpTool({ name: 'x', inputSchema }, '', []));
  expect(found.map(finding => finding.code)).toContain(`semantic.parameter-${code}`);
  expect(found.every(({ pointer }) => pointer.startsWith('/inputSchema'))).toBe(true);
});

test.each(rows)('%s is reported in the result, also of a document', (_, code, outputSchema) => {
  const ofTool = checkParameterSchemas(subjectOfMcpTool({ name: 'x', outputSchema }, '/tools/3', []));
  const ofDocument = checkParameterSchemas(subjectOfDocument(documentWith({ mcp: { outputSchema } }), []));
  expect(ofTool.map(finding => finding.code)).toContain(`semantic.parameter-${code}`);
  expect(ofTool.every(({ pointer }) => pointer.startsWith('/tools/3/outputSchema'))).toBe(true);
  expect(ofDocument.map(finding => finding.code)).toEqual(ofTool.map(finding => finding.code));
  expect(ofDocument.every(({ pointer }) => pointer.startsWith('/tool/mcp/outputSchema'))).toBe(true);
});

test('every code of the list has a row here', () => {
  expect(rows.map(([, code]) => `semantic.parameter-${code}`)).toEqual(PARAMETER_CODES.map(({ code }) => code));
});

test('sound schemas have nothing to report', () => {
  expect(checkParameterSchemas(subjectOfMcpTool(mcpToolWith({}), '', []))).toEqual([]);
  expect(checkParameterSchemas(subjectOfDocument(documentWith({}), []))).toEqual([]);
});
