import { child, type Json, type JsonObject, pythonForm } from '../base/index.ts';
import type { ChangeKind, CleanChange } from './change.ts';
import { cleanProse, cleanValue } from './clean-text.ts';
import { MetadataError, type Origin } from './metadata-error.ts';
import type { MetadataPolicy } from './metadata-policy.ts';

/** One of the values that a schema allows, as it came and as it is shown. */
export interface Choice {
  readonly pointer: string;
  readonly raw: Json;
  readonly shown: Json;
}

/** One cleaning at work: the policy, whose metadata it is, and what was done so far. */
export class Cleaner {
  readonly policy: MetadataPolicy;
  /** The policy for titles and labels, which are shown inside of lines. */
  readonly #oneLine: MetadataPolicy;
  readonly #origin: Origin;
  readonly changes: CleanChange[] = [];
  readonly #values = new Map<string, Map<string, Json>>();

  constructor(policy: MetadataPolicy, origin: Origin) {
    this.policy = policy;
    this.#oneLine = { ...policy, lineBreaks: 'flatten' };
    this.#origin = origin;
  }

  /** A text of the server, or undefined where the policy wants none of its prose. */
  prose(text: string, pointer: string): string | undefined {
    if (this.policy.descriptionMode === 'placeholder') {
      this.note(pointer, 'placeholder');
      return undefined;
    }
    return this.#take(cleanProse(text, pointer.endsWith('/title') ? this.#oneLine : this.policy, pointer));
  }

  /** A text that has to stay whatever the policy says of prose: what something is called. */
  label(text: string, pointer: string): string {
    return this.#take(cleanProse(text, this.#oneLine, pointer));
  }

  /** A text that may come back to the server as it stands. */
  value(text: string, pointer: string): string {
    return this.#take(cleanValue(text, this.policy, pointer));
  }

  /**
   * What a schema of the input allows, before and after cleaning, each with its place. Two that would look the same are
   * refused: no one could choose between them.
   */
  choices(schema: string, offered: readonly Choice[]): void {
    const known = this.#values.get(schema) ?? new Map<string, Json>();
    for (const { pointer, raw, shown } of offered) {
      // Names of members are sent as they are shown.
      if (raw !== shown && schema.includes('/propertyNames')) this.#refuseName(pointer);
      const key = pythonForm(shown);
      const other = known.get(key);
      if (other !== undefined && pythonForm(other) !== pythonForm(raw)) this.#refuseTwins(pointer);
      known.set(key, raw);
    }
    this.#values.set(schema, known);
  }

  /** By the place of each schema whose choices were changed: what is shown, in one spelling, and what the server knows. */
  get values(): ReadonlyMap<string, ReadonlyMap<string, Json>> {
    return this.#values;
  }

  /** A name that must reach the server unchanged: with something hidden in it, it is refused. */
  name(text: string, pointer: string): void {
    if (this.hides(text)) this.#refuseName(pointer);
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

  #refuseName(pointer: string): never {
    this.refuse('sanitize.hidden-name', 'a name holds characters that cannot be seen, and cannot be changed.', pointer);
  }

  #refuseTwins(pointer: string): never {
    const problem = 'two of its values are the same once what hides in them is gone.';
    this.refuse('sanitize.ambiguous-value', problem, pointer);
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
