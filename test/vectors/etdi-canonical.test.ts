import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  type ExactJson,
  type ExactJsonObject,
  isJsonObject,
  pythonForm,
  readExactJson,
  sha256,
} from '../../packages/core/src/base/index.ts';
import { describeShared } from '../shared.ts';

interface Case {
  readonly file: string;
  readonly form: 'whole-document' | 'tool-only';
  readonly kind: string;
  readonly canonical?: string;
  readonly canonical_sha256: string;
}

describeShared('documents signed by the original Python code', 'vectors/toolmark/etdi', root => {
  const read = (file: string): Uint8Array => readFileSync(path.join(root, file));
  const index: { readonly cases: readonly Case[] } = JSON.parse(readFileSync(path.join(root, 'index.json'), 'utf8'));
  const untouched = index.cases.filter(({ canonical }) => canonical !== undefined);
  const isReadable = ({ kind }: Case): boolean => kind !== 'lone-surrogate';

  test('the vectors are all there', () => {
    expect(untouched).toHaveLength(18);
    expect(untouched.filter(isReadable)).toHaveLength(17);
  });

  test.each(untouched.filter(isReadable))('the signed text of $file is found byte for byte', vector => {
    const signed = pythonForm(signedPart(readExactJson(read(vector.file)), vector.form));
    expect(signed).toBe(vector.canonical);
    expect(sha256(signed)).toBe(`sha256:${vector.canonical_sha256}`);
  });

  test.each(untouched.filter(vector => !isReadable(vector)))(
    '$file is refused: lone surrogates name nothing',
    vector => {
      const refused = expect.objectContaining({ name: 'ToolmarkError', code: 'json.lone-surrogate' });
      expect(() => readExactJson(read(vector.file))).toThrow(refused);
    },
  );
});

/** The signed content: the tool or its document, without the signature itself. */
function signedPart(document: ExactJson, form: Case['form']): ExactJson {
  const { tool, ...siblings } = membersOf(document);
  const { signature, ...unsigned } = membersOf(tool);
  expect(signature).toBeDefined();
  return form === 'tool-only' ? unsigned : { ...siblings, tool: unsigned };
}

function membersOf(value: ExactJson | undefined): ExactJsonObject {
  if (!isJsonObject(value)) throw new Error('The vector has no object here.');
  return value;
}
