import { randomBytes } from 'node:crypto';
import { type Digest, isJsonObject, type Json, type JsonObject, member, sha256, writeJson } from '@toolmark/core';
import { ExpiringTable, type TableLimits } from './expiring-table.ts';

/** A question that a client took along, and what it had wanted to send to the server. */
interface Open {
  readonly binding: Digest;
  readonly held: JsonObject;
}

/** An approved call in the midst of which the server wants something. */
interface Begun {
  readonly by: string;
}

/** A call that somebody has decided on, and what of it goes on to the server. */
export interface Round<Outcome> {
  readonly outcome: Outcome;
  readonly params: JsonObject;
}

/** Under this key the client finds our question, and leaves its answer. */
export const QUESTION_KEY = 'toolmark.approval';

const LIMITS = { maxEntries: 1_000, maxSize: 16 * 1024 * 1024 };

/**
 * Since 2026-07-28 servers send no requests: who wants something answers a call with what it wants, and the client
 * calls again with the response and with the `requestState` it was given. All clients of a guard share one table, because a
 * client need not come back on the same connection.
 */
export class InputRounds {
  private readonly open: ExpiringTable<Open>;
  private readonly begun: ExpiringTable<Begun>;
  /** Ours, and no other guard's: one may stand in front of another. */
  private readonly mark = `toolmark-${randomBytes(9).toString('base64url')}.`;

  constructor(lifetimeMs: number, now: () => number) {
    const limits: TableLimits = { ...LIMITS, lifetimeMs };
    this.open = new ExpiringTable(limits, now);
    this.begun = new ExpiringTable(limits, now);
  }

  /** The result that makes a client ask its person; undefined when the call is too large to be kept until then. */
  ask(binding: Digest, elicitation: JsonObject, params: JsonObject): JsonObject | undefined {
    const requestState = this.newState();
    const held = roundOf(this.withoutOwn(params));
    if (!this.open.put(requestState, { binding, held }, writeJson(held).length)) return undefined;
    const inputRequests = { [QUESTION_KEY]: { method: 'elicitation/create', params: elicitation } };
    return { resultType: 'input_required', inputRequests, requestState };
  }

  /** What the person answered, if this call brings the answer to our question about this very call. */
  takeAnswer(binding: Digest, params: JsonObject): Round<Json | undefined> | undefined {
    const state = member(params, 'requestState');
    const asked = typeof state === 'string' ? this.open.take(state) : undefined;
    if (asked?.binding !== binding) return undefined;
    const responses = member(params, 'inputResponses');
    const outcome = responses !== undefined && isJsonObject(responses) ? member(responses, QUESTION_KEY) : undefined;
    return { outcome, params: { ...withoutRound(params), ...asked.held } };
  }

  /** An approved call may not be over: the server wants something first. The client comes back for the same call. */
  remember(binding: Digest, by: string, result: JsonObject): JsonObject {
    if (member(result, 'resultType') !== 'input_required') return result;
    const given = member(result, 'requestState');
    const state = typeof given === 'string' ? given : this.newState();
    this.begun.put(begunKey(binding, state), { by });
    return given === undefined ? { ...result, requestState: state } : result;
  }

  /** Who approved the call that this one goes on with. */
  takeBegun(binding: Digest, params: JsonObject): Round<string> | undefined {
    const state = member(params, 'requestState');
    const begun = typeof state === 'string' ? this.begun.take(begunKey(binding, state)) : undefined;
    if (begun === undefined) return undefined;
    const { requestState: _, ...rest } = params;
    return { outcome: begun.by, params: this.isOwn(state) ? rest : params };
  }

  /** What of a call is meant for the server: answers to questions of ours that are void are not. */
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
