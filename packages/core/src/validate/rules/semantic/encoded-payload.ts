import { inert, quoteInert } from '../../../base/index.ts';
import type { Place } from '../../../describe/index.ts';
import { foldText } from '../../fold.ts';
import type { Offence, Rule } from '../../rule.ts';
import { findOrder } from './model-directed-text.ts';

export const encodedPayload: Rule = {
  code: 'semantic.encoded-payload',
  severity: 'error',
  title: 'A text hides orders or commands in base64 or hexadecimal.',
  advice: 'Remove the encoded part: a description has no reason to carry it.',
  check: ({ texts, prose }) => (mayHoldCode(prose.folded) ? texts.flatMap(findPayload) : []),
};

/** Base64 digits of 16 characters, the shortest text that can order anything. */
const SHORTEST = 22;

// Bounded, because one match of millions of characters overflows the stack: a longer run is judged in pieces.
const BASE64 = /[A-Za-z0-9+/_-]{22,4096}/g;
const HEX = /(?:(?:0x|\\x)?[0-9a-f]{2}[\s:,]{0,2}){16,2048}/gi;
const READABLE = /[\t\n\r -~]{16,}/g;
/** A bare address is no command: tokens, cursors and drawings hold addresses for honest reasons. */
const COMMANDS =
  /\b(?:(?:curl|wget|powershell|bash|sh -c|rm -rf|chmod|nc -e)\b|eval\(|exec\(|(?:send|post|upload|forward|fetch|download|visit|read)\b[^"'<>]{0,80}https?:\/\/)/;

function findPayload({ text, pointer }: Place): Offence[] {
  const runs = [...(text.match(HEX) ?? []).map(decodeHex), ...(text.match(BASE64) ?? []).flatMap(decodeBase64)];
  const order = runs.flatMap(readableParts).find(isOrder);
  if (order === undefined) return [];
  return [
    {
      pointer,
      message: `An encoded part of this text reads ${quoteInert(order)}.`,
      evidence: inert(order.slice(0, 200)),
    },
  ];
}

/** Code is one long word, or many short ones in a row. Most texts have neither, and a plain loop finds that out fastest. */
function mayHoldCode(text: string): boolean {
  let length = 0;
  let shortWords = 0;
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 0x20) length++;
    else if (length > 0) {
      shortWords = length <= 5 ? shortWords + 1 : 0;
      length = 0;
    }
    if (length >= SHORTEST || shortWords >= 15) return true;
  }
  return false;
}

function decodeHex(run: string): string {
  const digits = run.replace(/0x|[^0-9a-f]/gi, '');
  return digits.replace(/../g, pair => String.fromCharCode(Number.parseInt(pair, 16)));
}

/** From each of four starts: letters that stand before the code, as in a path, must not throw it out of step. */
function decodeBase64(run: string): string[] {
  const standard = run.replaceAll('-', '+').replaceAll('_', '/');
  return [0, 1, 2, 3].map(skip => {
    const digits = standard.slice(skip);
    // 4n+1 digits cannot be base64; the last one belongs to something else.
    return atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
  });
}

/** Random bytes are hardly ever readable for long; UTF-16, which PowerShell takes, is once its zeros are gone. */
function readableParts(decoded: string): string[] {
  return decoded.replaceAll('\0', '').match(READABLE) ?? [];
}

function isOrder(readable: string): boolean {
  const folded = foldText(readable);
  return COMMANDS.test(folded) || findOrder(folded) !== undefined;
}
