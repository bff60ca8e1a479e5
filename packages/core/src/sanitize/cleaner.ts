import { child, type Json, type JsonObject, pythonForm } from '../base/index.ts';
import type { ChangeKind, CleanChange } from './change.ts';
import { cleanProse, cleanValue } from './clean-text.ts';
import { MetadataError, type Origin } from './metadata-error.ts';
import type { MetadataPolicy } from './metadata-policy.ts';

/** A value that a schema allows, before and after cleaning. */
export interface Choice {
  readonly pointer: string;
  readonly raw: Json;
  readonly shown: Json;
}

/** The state of one cleaning. */
export class Cleaner {
  readonly policy: MetadataPolicy;
  /** The policy for titles and labels, which have one line. */
  readonly #oneLine: MetadataPolicy;
  readonly #origin: Origin;
  readonly changes: CleanChange[] = [];
  readonly #values = new Map<string, Map<string, Json>>();

  constructor(policy: MetadataPolicy, origin: Origin) {
    this.policy = policy;
    this.#oneLine = { ...policy, lineBreaks: 'flatten' };
    this.#origin = origin;
  }

  /** A cleaned text, or undefined in placeholder mode. */
  prose(text: string, pointer: string): string | undefined {
    if (this.policy.descriptionMode === 'placeholder') {
      this.note(pointer, 'placeholder');
      return undefined;
    }
    return this.#take(cleanProse(text, pointer.endsWith('/title') ? this.#oneLine : this.policy, pointer));
  }

  /** A cleaned name or label, which stays in placeholder mode. */
  label(text: string, pointer: string): string {
    return this.#take(cleanProse(text, this.#oneLine, pointer));
  }

  /** A cleaned value, which the server may get back. */
  value(text: string, pointer: string): string {
    return this.#take(cleanValue(text, this.policy, pointer));
  }

  /** Records the cleaned choices of a schema. Two choices that become equal are rejected. */
  choices(schema: string, offered: readonly Choice[]): void {
    const known = this.#values.get(schema) ?? new Map<string, Json>();
    for (const { pointer, raw, shown } of offered) {
      // Member names cannot be restored.
      if (raw !== shown && schema.includes('/propertyNames')) this.#refuseName(pointer);
      const key = pythonForm(shown);
      const other = known.get(key);
      if (other !== undefined && pythonForm(other) !== pythonForm(raw)) this.#refuseTwins(pointer);
      known.set(key, raw);
    }
    this.#values.set(schema, known);
  }

  /** Raw choices by schema pointer and canonical form of the cleaned choice. */
  get values(): ReadonlyMap<string, ReadonlyMap<string, Json>> {
    return this.#values;
  }

  /** Rejects hidden characters in a name that must reach the server unchanged. */
  name(text: string, pointer: string): void {
    if (this.hides(text)) this.#refuseName(pointer);
  }

  /** Whether a name contains a line break or hidden characters. */
  hides(name: string): boolean {
    if (!this.policy.stripControlChars) return false;
    return /[\t\n\r]/.test(name) || cleanValue(name, this.policy).changes.length > 0;
  }

  note(pointer: string, kind: ChangeKind): void {
    this.changes.push({ pointer, kind, count: 1 });
  }

  refuse(code: ConstructorParameters<typeof MetadataError>[0], problem: string, pointer: string): never {
    throw new MetadataError(code, this.#origin, problem, pointer);
  }

  #refuseName(pointer: string): never {
    this.refuse('sanitize.hidden-name', 'a name contains hidden characters and cannot be changed.', pointer);
  }

  #refuseTwins(pointer: string): never {
    const problem = 'two values are equal after cleaning.';
    this.refuse('sanitize.ambiguous-value', problem, pointer);
  }

  #take({ text, changes }: { readonly text: string; readonly changes: readonly CleanChange[] }): string {
    for (const change of changes) this.changes.push(change);
    return text;
  }
}

/** A cleaned member, or undefined to drop it. */
export type CleanMember = readonly [key: string, value: Json] | undefined;

/** Cleans each member of an object. Returns the same object if nothing changed. */
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

/** Cleans each item of a list and drops undefined ones. */
export function mapItems(
  items: readonly Json[],
  pointer: string,
  clean: (item: Json, pointer: string) => Json | undefined,
): readonly Json[] {
  const cleaned = items.map((item, i) => clean(item, child(pointer, i)));
  if (cleaned.every((item, i) => item === items[i])) return items;
  return cleaned.filter(item => item !== undefined);
}
