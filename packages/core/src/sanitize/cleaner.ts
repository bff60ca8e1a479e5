import { child, type Json, type JsonObject } from '../base/index.ts';
import type { ChangeKind, CleanChange } from './change.ts';
import { cleanProse, cleanValue } from './clean-text.ts';
import { MetadataError, type Origin } from './metadata-error.ts';
import type { MetadataPolicy } from './metadata-policy.ts';

/** One cleaning at work: the policy, whose metadata it is, and what was done so far. */
export class Cleaner {
  readonly policy: MetadataPolicy;
  readonly #origin: Origin;
  readonly changes: CleanChange[] = [];
  /** Every choice that the input schema offers: the cleaned text, and the one the server knows. */
  readonly #choices = new Map<string, string>();

  constructor(policy: MetadataPolicy, origin: Origin) {
    this.policy = policy;
    this.#origin = origin;
  }

  /** A text of the server, or undefined where the policy wants none of its prose. */
  prose(text: string, pointer: string): string | undefined {
    if (this.policy.descriptionMode === 'placeholder') {
      this.note(pointer, 'placeholder');
      return undefined;
    }
    return this.#take(cleanProse(text, this.policy, pointer));
  }

  /** A text that has to stay whatever the policy says of prose: what something is called. */
  label(text: string, pointer: string): string {
    return this.#take(cleanProse(text, this.policy, pointer));
  }

  /** A text that may come back to the server as it stands. */
  value(text: string, pointer: string): string {
    return this.#take(cleanValue(text, this.policy, pointer));
  }

  /** One of the values the input schema allows. Two that would look the same are refused: no one could choose between them. */
  choice(text: string, pointer: string): string {
    const cleaned = this.value(text, pointer);
    const known = this.#choices.get(cleaned);
    if (known !== undefined && known !== text)
      this.refuse(
        'sanitize.ambiguous-value',
        'two of its values are the same once what hides in them is gone.',
        pointer,
      );
    this.#choices.set(cleaned, text);
    return cleaned;
  }

  /** Choices that were changed, and how the server spells them. */
  restorable(): ReadonlyMap<string, string> {
    return new Map([...this.#choices].filter(([cleaned, raw]) => cleaned !== raw));
  }

  /** A name that must reach the server unchanged: with something hidden in it, it is refused. */
  name(text: string, pointer: string): void {
    if (this.hides(text))
      this.refuse(
        'sanitize.hidden-name',
        'a name holds characters that cannot be seen, and cannot be changed.',
        pointer,
      );
  }

  /** Whether a name holds a line break or something that the policy takes out of texts. */
  hides(name: string): boolean {
    if (!this.policy.stripControlChars || isPlainName(name)) return false;
    return /[\t\n\r]/.test(name) || cleanValue(name, this.policy).changes.length > 0;
  }

  note(pointer: string, kind: ChangeKind): void {
    this.changes.push({ pointer, kind, count: 1 });
  }

  refuse(code: ConstructorParameters<typeof MetadataError>[0], problem: string, pointer: string): never {
    throw new MetadataError(code, this.#origin, problem, pointer);
  }

  #take({ text, changes }: { readonly text: string; readonly changes: readonly CleanChange[] }): string {
    for (const change of changes) this.changes.push(change);
    return text;
  }
}

/** Printable ASCII, as nearly all names are. */
export function isPlainName(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

/** A member after cleaning: its new name and value, or undefined to leave it out. */
export type CleanMember = readonly [key: string, value: Json] | undefined;

/** An object with each member cleaned; the same object when nothing changed, because most of them do not. */
export function mapMembers(
  object: JsonObject,
  pointer: string,
  clean: (key: string, value: Json, pointer: string) => CleanMember,
): JsonObject {
  const members: (readonly [string, Json])[] = [];
  let isSame = true;
  for (const key of Object.keys(object)) {
    const value = object[key] as Json;
    const member = clean(key, value, child(pointer, key));
    if (member?.[0] !== key || member[1] !== value) isSame = false;
    if (member !== undefined) members.push(member);
  }
  return isSame ? object : Object.fromEntries(members);
}

/** A list with each item cleaned; items that come out undefined are left out. */
export function mapItems(
  items: readonly Json[],
  pointer: string,
  clean: (item: Json, pointer: string) => Json | undefined,
): readonly Json[] {
  const cleaned = items.map((item, i) => clean(item, child(pointer, i)));
  if (cleaned.every((item, i) => item === items[i])) return items;
  return cleaned.filter(item => item !== undefined);
}
