import { ToolmarkError } from './error.ts';
import { type ExactJson, JsonFloat } from './exact-json.ts';
import { child } from './pointer.ts';
import { findPosition } from './text-position.ts';

export interface ReadOptions {
  /** Largest text accepted, in bytes. */
  readonly maxBytes?: number;
  /** Deepest nesting of arrays and objects accepted. */
  readonly maxDepth?: number;
  /** Most values accepted, counting every array, object and scalar. */
  readonly maxValues?: number;
}

export const DEFAULT_MAX_DEPTH = 128;
const DEFAULT_MAX_VALUES = 250_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const BEYOND_DOUBLE = 2n ** 53n;

type List = ExactJson[];
type Members = Record<string, ExactJson>;

/** An open array or object: exactly one of the two is set. `key` names the member whose value comes next. */
interface Frame {
  readonly list: List | undefined;
  readonly members: Members | undefined;
  key: string;
}

/** What a reader keeps besides the value. */
interface Keeping {
  readonly floats?: boolean;
  readonly name?: string;
}

/** Works on an explicit stack, so that hostile nesting meets the limit and never the end of the JavaScript stack. */
export class JsonReader {
  private readonly text: string;
  private readonly maxDepth: number;
  private readonly maxValues: number;
  private readonly keepFloats: boolean;
  private readonly keptName: string | undefined;
  private readonly open: Frame[] = [];
  private at = 0;
  private values = 0;
  private keptFrom = 0;
  private keptTo = 0;
  private isOneLine = true;
  isPlain = true;

  constructor(text: string, options: ReadOptions, keep: Keeping = {}) {
    this.text = text;
    this.maxDepth = options.maxDepth ?? DEFAULT_MAX_DEPTH;
    this.maxValues = options.maxValues ?? DEFAULT_MAX_VALUES;
    this.keepFloats = keep.floats === true;
    this.keptName = keep.name;
  }

  read(): ExactJson {
    for (;;) {
      let value = this.startValue();
      if (value === undefined) continue;
      for (;;) {
        const frame = this.open.at(-1);
        if (frame === undefined) return this.finish(value);
        const closed = this.addTo(frame, value);
        if (closed === undefined) break;
        this.open.pop();
        value = closed;
      }
    }
  }

  keptText(): string | undefined {
    return this.isOneLine && this.keptTo > 0 ? this.text.slice(this.keptFrom, this.keptTo) : undefined;
  }

  /** A whole scalar or empty container, or undefined when a container was opened and its first value comes next. */
  private startValue(): ExactJson | undefined {
    const code = this.skipSpace();
    if (++this.values > this.maxValues)
      this.fail('json.too-many-values', `There are more than ${this.maxValues} values.`);
    switch (code) {
      case QUOTE:
        return this.string();
      case OPEN_OBJECT:
        this.checkDepth();
        this.at++;
        if (this.skipSpace() === CLOSE_OBJECT) {
          this.at++;
          return {};
        }
        this.open.push({ list: undefined, members: {}, key: '' });
        this.memberName(this.open[this.open.length - 1] as Frame);
        return undefined;
      case OPEN_LIST:
        this.checkDepth();
        this.at++;
        if (this.skipSpace() === CLOSE_LIST) {
          this.at++;
          return [];
        }
        this.open.push({ list: [], members: undefined, key: '' });
        return undefined;
      default:
        return code === MINUS || (code >= ZERO && code <= NINE) ? this.number() : this.word();
    }
  }

  /** Puts a value where it belongs; returns the container itself once it is closed. */
  private addTo(frame: Frame, value: ExactJson): ExactJson | undefined {
    if (frame.list !== undefined) {
      frame.list.push(value);
      const code = this.skipSpace();
      if (code === COMMA) this.at++;
      else if (code !== CLOSE_LIST) this.fail('json.syntax', 'Expected "," or "]" here.');
      else {
        this.at++;
        return frame.list;
      }
      return undefined;
    }
    const members = frame.members as Members;
    if (frame.key === '__proto__') define(members, frame.key, value);
    else members[frame.key] = value;
    if (this.open.length === 1 && frame.key === this.keptName) this.keptTo = this.at;
    const code = this.skipSpace();
    if (code === COMMA) {
      this.at++;
      this.memberName(frame);
    } else if (code !== CLOSE_OBJECT) this.fail('json.syntax', 'Expected "," or "}" here.');
    else {
      this.at++;
      return members;
    }
    return undefined;
  }

  private memberName(frame: Frame): void {
    if (this.skipSpace() !== QUOTE) this.fail('json.syntax', 'Expected a member name in double quotes here.');
    const start = this.at;
    const key = this.string();
    const members = frame.members as Members;
    // The first test is cheap and nearly always decides; the second one distinguishes own members from inherited ones.
    if (members[key] !== undefined && Object.hasOwn(members, key)) {
      this.at = start;
      this.fail('json.duplicate-key', 'Duplicate member name in an object.', child(this.pointer(), key));
    }
    frame.key = key;
    if (this.skipSpace() !== COLON) this.fail('json.syntax', 'Expected ":" after the member name.');
    this.at++;
    if (this.open.length === 1 && key === this.keptName) this.keptFrom = this.at;
  }

  private string(): string {
    const text = this.text;
    const start = ++this.at;
    for (let at = start; ; at++) {
      const code = text.charCodeAt(at);
      // Small letters, most of all text, lie above everything that means something here.
      if (code > BACKSLASH) continue;
      if (code === QUOTE) {
        this.at = at + 1;
        return text.slice(start, at);
      }
      if (code === BACKSLASH) return this.escapedString(start, at);
      // Written so that NaN, past the end of the text, is caught too.
      if (!(code >= 0x20)) this.failInString(at);
    }
  }

  private escapedString(start: number, firstEscape: number): string {
    const text = this.text;
    const parts = [text.slice(start, firstEscape)];
    let at = firstEscape;
    let from = at;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        parts.push(text.slice(from, at));
        this.at = at + 1;
        return parts.join('');
      }
      if (code === BACKSLASH) {
        parts.push(text.slice(from, at));
        this.at = at;
        parts.push(this.escape());
        at = this.at;
        from = at;
      } else if (!(code >= 0x20)) this.failInString(at);
      else at++;
    }
  }

  private escape(): string {
    const letter = this.text[this.at + 1] ?? '';
    if (letter !== 'u') {
      const plain = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
      if (plain === undefined) this.fail('json.syntax', 'This escape sequence is not JSON.');
      this.at += 2;
      return plain;
    }
    const first = this.hexUnit(this.at);
    if (first < 0xd800 || first > 0xdfff) {
      this.at += 6;
      return String.fromCharCode(first);
    }
    const paired = first <= 0xdbff && this.text.startsWith('\\u', this.at + 6);
    const second = paired ? this.hexUnit(this.at + 6) : 0;
    if (second < 0xdc00 || second > 0xdfff) {
      this.fail('json.lone-surrogate', 'This escape is half of a surrogate pair: it names no character.');
    }
    this.at += 12;
    return String.fromCharCode(first, second);
  }

  private hexUnit(at: number): number {
    const digits = this.text.slice(at + 2, at + 6);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('json.syntax', 'Expected four hexadecimal digits after "\\u".');
    return Number.parseInt(digits, 16);
  }

  private number(): ExactJson {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (match === null) {
      if (this.text.startsWith('-Infinity', this.at)) this.fail('json.non-finite', '-Infinity is not JSON.');
      this.fail('json.syntax', 'This is not a JSON number.');
    }
    const lexeme = match[0];
    const value = Number(lexeme);
    const isFloat = match[1] !== undefined || match[2] !== undefined;
    if (!Number.isFinite(value)) this.fail('json.non-finite', 'This number is too large.');
    this.at += lexeme.length;
    if ((isFloat || lexeme === '-0') && String(value) !== lexeme) this.isPlain = false;
    if (isFloat) return this.keepFloats && Number.isInteger(value) ? new JsonFloat(value) : value;
    if (lexeme.length < 16) return value;
    const whole = BigInt(lexeme);
    return whole > BEYOND_DOUBLE || whole < -BEYOND_DOUBLE ? whole : value;
  }

  private word(): ExactJson {
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, this.at)) continue;
      if (value === undefined) this.fail('json.non-finite', `${word} is not JSON.`);
      this.at += word.length;
      return value;
    }
    return this.fail(
      'json.syntax',
      this.at >= this.text.length ? 'The text ends too early.' : 'Expected a value here.',
    );
  }

  private finish(value: ExactJson): ExactJson {
    this.skipSpace();
    if (this.at < this.text.length) this.fail('json.syntax', 'There is more text after the end of the JSON value.');
    return value;
  }

  private skipSpace(): number {
    const text = this.text;
    let at = this.at;
    let code = text.charCodeAt(at);
    if (code > 0x20) return code;
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      if (code === 0x0a || code === 0x0d) this.isOneLine = false;
      code = text.charCodeAt(++at);
    }
    this.at = at;
    return code;
  }

  private checkDepth(): void {
    if (this.open.length < this.maxDepth) return;
    this.fail('json.too-deep', `Arrays and objects are nested more than ${this.maxDepth} levels deep.`);
  }

  private pointer(): string {
    // The innermost object has not named its member yet when a name is being read, so it does not count.
    return this.open.slice(0, -1).reduce((pointer, frame) => child(pointer, frame.list?.length ?? frame.key), '');
  }

  private failInString(at: number): never {
    this.at = at;
    if (at >= this.text.length) this.fail('json.syntax', 'The text ends inside a string.');
    this.fail('json.syntax', 'Control character in a string; write it as an escape.');
  }

  private fail(code: string, message: string, pointer?: string): never {
    const position = findPosition(this.text, this.at);
    const place = `line ${position.line}, column ${position.column}`;
    throw new ToolmarkError(
      code,
      `${message} (${place})`,
      pointer === undefined ? { position } : { position, pointer },
    );
  }
}

const WORDS: readonly (readonly [string, boolean | null | undefined])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', undefined],
  ['Infinity', undefined],
];

/** Plain assignment to `__proto__` would change the prototype instead of adding a member. */
function define(members: Members, key: string, value: ExactJson): void {
  Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
}
