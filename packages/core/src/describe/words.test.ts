import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordsOf } from './words.ts';

test.each<[string, string[]]>([
  ['', []],
  ['   \u0000\n--__//', []],
  ['__proto__', ['proto']],
  ['rm\u200brf', ['rm', 'rf']],
  ['délete', ['délete']],
  ['УдалитьФайл', ['удалить', 'файл']],
  ['删除文件now', ['删除文件', 'now']],
  ['delete-item', ['delete', 'item']],
  ['delete_item', ['delete', 'item']],
  ['deleteItem', ['delete', 'item']],
  ['DeleteItem', ['delete', 'item']],
  ['DELETE_ITEM', ['delete', 'item']],
  ['runShell_command', ['run', 'shell', 'command']],
  ['execSQLQuery', ['exec', 'sql', 'query']],
  ['HTTPServer', ['http', 'server']],
  ['cmd2run', ['cmd', '2', 'run']],
  ['files.delete/all', ['files', 'delete', 'all']],
  ["Don't run it.", ['don', 't', 'run', 'it']],
  ['format permission offset', ['format', 'permission', 'offset']],
])('the words of %j are %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('ASCII text has the same words beside another script', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), text => {
      expect(wordsOf(`${text} ·`)).toEqual(wordsOf(text));
    }),
  );
});

test.each(['A', 'a', '7', '删'])('millions of %s are read without exhausting the stack', letter => {
  expect(wordsOf(letter.repeat(3_000_000)).join('').length).toBe(3_000_000);
});
