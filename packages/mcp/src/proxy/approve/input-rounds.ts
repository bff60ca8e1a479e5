import { randomBytes } from 'node:crypto';
import { type Digest, isJsonObject, type Json, type JsonObject, member, sha256, writeJson } from '@toolmark/core';
import { ExpiringTable, type TableLimits } from '../expiring-table.ts';

/** An open question, and the input that the client meant for the server. */
interface Open {
  readonly binding: Digest;
  readonly held: JsonObject;
}

/** An approved call in which the server asked for input. */
interface Begun {
  readonly by: string;
}

/** A decided call, and its params for the server. */
export interface Round<Outcome> {
  readonly outcome: Outcome;
  readonly params: JsonObject;
}

/** The key of the guard's question and of its answer. */
export const QUESTION_KEY = 'toolmark.approval';

const LIMITS = { maxEntries: 1_000, maxSize: 16 * 1024 * 1024 };

/**
 * Since 2026-07-28 servers send no requests: a result asks for input, and the client calls again with the response and the
 * `requestState` of the result. All clients of a guard share one table, because a client may use another connection then.
 */
export class InputRounds {
  private readonly open: ExpiringTable<Open>;
  private readonly begun: ExpiringTable<Begun>;
  /** Unique for this guard: guards can be chained. */
  private readonly mark = `toolmark-${randomBytes(9).toString('base64url')}.`;

  constructor(lifetimeMs: number, now: () => number) {
    const limits: TableLimits = { ...LIMITS, lifetimeMs };
    this.open = new ExpiringTable(limits, now);
    this.begun = new ExpiringTable(limits, now);
  }

  /** The result that makes a client ask its person; undefined if the call is too large to be kept. */
  ask(binding: Digest, elicitation: JsonObject, params: JsonObject): JsonObject | undefined {
    const requestState = this.newState();
    const held = roundOf(this.withoutOwn(params));
    if (!this.open.put(requestState, { binding, held }, writeJson(held).length)) return undefined;
    const inputRequests = { [QUESTION_KEY]: { method: 'elicitation/create', params: elicitation } };
    return { resultType: 'input_required', inputRequests, requestState };
  }

  /** The answer of the person, if this call carries one for exactly this call. */
  takeAnswer(binding: Digest, params: JsonObject): Round<Json | undefined> | undefined {
    const state = member(params, 'requestState');
    const asked = typeof state === 'string' ? this.open.take(state) : undefined;
    if (asked?.binding !== binding) return undefined;
    const responses = member(params, 'inputResponses');
    const outcome = responses !== undefined && isJsonObject(responses) ? member(responses, QUESTION_KEY) : undefined;
    return { outcome, params: { ...withoutRound(params), ...asked.held } };
  }

  /** Remembers the approval if the server asks for input first: the client then repeats the call. */
  remember(binding: Digest, by: string, result: JsonObject): JsonObject {
    if (member(result, 'resultType') !== 'input_required') return result;
    const given = member(result, 'requestState');
    const state = typeof given === 'string' ? given : this.newState();
    this.begun.put(begunKey(binding, state), { by });
    return given === undefined ? { ...result, requestState: state } : result;
  }

  /** Who approved the call that this one continues. */
  takeBegun(binding: Digest, params: JsonObject): Round<string> | undefined {
    const state = member(params, 'requestState');
    const begun = typeof state === 'string' ? this.begun.take(begunKey(binding, state)) : undefined;
    if (begun === undefined) return undefined;
    const { requestState: _, ...rest } = params;
    return { outcome: begun.by, params: this.isOwn(state) ? rest : params };
  }

  /** The params without answers to the guard's own questions. */
  withoutOwn(params: JsonObject): JsonObject {
    return this.isOwn(member(params, 'requestState')) ? withoutRound(params) : params;
  }

  private isOwn(state: Json | undefined): boolean {
    return typeof state === 'string' && state.startsWith(this.mark);
  }

  private newState(): string {
    return this.mark + randomBytes(24).toString('base64url');
  }
}

function begunKey(binding: Digest, state: string): string {
  return sha256(`${binding} ${state}`);
}

function roundOf(params: JsonObject): JsonObject {
  const { inputResponses, requestState } = params;
  return {
    ...(inputResponses === undefined ? {} : { inputResponses }),
    ...(requestState === undefined ? {} : { requestState }),
  };
}

function withoutRound({ inputResponses: _, requestState: __, ...rest }: JsonObject): JsonObject {
  return rest;
}
