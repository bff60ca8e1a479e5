import { child, type Finding, type JsonObject, pointerKeys } from '../../base/index.ts';

/** A value of the input that is not in the result as it was, and why. */
export interface Loss {
  readonly pointer: string;
  readonly reason: string;
  /** A whole entry of a registry could not be converted. */
  readonly entry?: true;
}

/** What a conversion reports beside its result: losses, warnings, and the origin of each value. */
export class Ledger {
  readonly losses: Loss[] = [];
  readonly warnings: Finding[] = [];
  readonly #origins = new Map<string, string>();

  lose(pointer: string, reason: string): void {
    this.losses.push({ pointer, reason });
  }

  /** An entry of a registry that is not in the result at all. */
  drop(pointer: string, reason: string): void {
    this.losses.push({ pointer, reason, entry: true });
  }

  warn(code: string, pointer: string, message: string): void {
    this.warnings.push({ code, severity: 'warning', pointer, message });
  }

  /** The value at `to` in the result came from `from` in the input. */
  move(from: string, to: string): void {
    this.#origins.set(to, from);
  }

  /** Members that the target has no place for. */
  loseRest(source: JsonObject, at: string, known: readonly string[], reason: string): void {
    for (const key of Object.keys(source)) if (!known.includes(key)) this.lose(child(at, key), reason);
  }

  /**
   * Takes over the losses and warnings of a second step, with pointers into the input. Values that this step added are
   * not reported as lost.
   */
  follow(next: Ledger): void {
    for (const { pointer, reason } of next.losses) {
      for (const origin of this.#originsOf(pointer)) this.lose(origin, reason);
    }
    for (const warning of next.warnings) {
      this.warnings.push({ ...warning, pointer: this.originOf(warning.pointer) ?? '' });
    }
  }

  /** Of the value itself; of what holds it; or of all that it holds. */
  #originsOf(pointer: string): string[] {
    const origin = this.originOf(pointer);
    if (origin !== undefined) return [origin];
    const below = [...this.#origins].filter(([place]) => place.startsWith(`${pointer}/`));
    return below.map(([, from]) => from);
  }

  /** Where in the input a value of the result came from. */
  originOf(pointer: string): string | undefined {
    const keys = pointerKeys(pointer);
    for (let length = keys.length; length >= 0; length--) {
      const above = keys.slice(0, length).reduce(child, '');
      const origin = this.#origins.get(above);
      if (origin !== undefined) return keys.slice(length).reduce(child, origin);
    }
    return undefined;
  }
}

/** Members under the names of another format, in the order of the table; flags that are false stay away. */
export function renamed(
  source: JsonObject,
  { from, to, table, ledger, reason }: Renaming,
): [string, JsonObject[string]][] {
  ledger.loseRest(source, from, Object.keys(table), reason);
  return Object.entries(table).flatMap(([key, target]): [string, JsonObject[string]][] => {
    const value = Object.hasOwn(source, key) ? source[key] : undefined;
    if (value === undefined || value === false) return [];
    ledger.move(child(from, key), child(to, target));
    return [[target, value]];
  });
}

interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly table: Readonly<Record<string, string>>;
  readonly ledger: Ledger;
  readonly reason: string;
}
