import type { JsonObject } from '@toolmark/core';
import { INVALID_REQUEST } from '../../connect/json-rpc-codes.ts';
import { type Call, isModernCall, parseCall } from '../decide/call.ts';
import { handlerOf } from '../decide/handlers.ts';
import { extras, lostMembers } from '../decide/rebuild.ts';
import { errorFor, refuseRequest, refuseUnreadable, toRpcError, writeRefusal } from '../decide/refused-messages.ts';
import type { GuardState } from '../guard-state.ts';
import { ENVELOPES, errorAnswer, type Id, isId, parseMessage, RpcError } from '../json-rpc.ts';
import { Session } from '../session.ts';
import { guardServer } from '../upstream/guard-server.ts';
import type { ClientLink } from './client-link.ts';
import { receiveNotification } from './client-notifications.ts';
import { discoverAll } from './initialize.ts';

/** Receives the messages of one client and answers its requests. Ids of the client never reach a server. */
export class ClientSession {
  readonly session: Session;

  constructor(guard: GuardState, link: ClientLink) {
    this.session = new Session(guard, link);
    for (const server of guard.settings.servers)
      this.session.servers.set(server.key, guardServer(this.session, server));
    for (const { upstream } of this.session.servers.values()) upstream.start();
  }

  /** Receives one message; `text` is its params as written. A failure affects this message only. */
  receive(message: JsonObject, text?: string): void {
    try {
      this.dispatch(message, text);
    } catch (error) {
      const { id } = message;
      this.session.send(errorAnswer(isId(id) ? id : null, toRpcError(this.session.guard, error)));
    }
  }

  private dispatch(message: JsonObject, text: string | undefined): void {
    const { session } = this;
    const parsed = parseMessage(message);
    if (parsed === undefined) {
      const { id } = message;
      const problem = new RpcError(INVALID_REQUEST, 'Not a valid MCP message.');
      if (Object.hasOwn(message, 'method')) session.send(errorAnswer(isId(id) ? id : null, problem));
      void writeRefusal(session, '', 'guard.malformed', problem.message);
      return;
    }
    const what = parsed.kind === 'answer' ? 'answer' : parsed.method;
    for (const name of extras(message, ENVELOPES[parsed.kind])) session.guard.noteRemoved('client', what, name);
    if (parsed.kind === 'request') this.begin(parsed.id, parsed.method, parsed.params, text);
    else if (parsed.kind === 'notification') receiveNotification(session, parsed.method, parsed.params);
    else if (!session.requests.receiveAnswer(parsed.id, message)) {
      session.guard.noteMessage('client', 'answer', 'guard.unknown-message', 'No server request waits for it.');
    }
  }

  private begin(id: Id, method: string, params: JsonObject, text: string | undefined): void {
    const { session } = this;
    const refuse = (refusal: Promise<RpcError>): void =>
      void refusal.then(error => session.send(errorAnswer(id, error), id));
    if (session.calls.has(id)) {
      const problem = new RpcError(INVALID_REQUEST, 'A request with this id is already in progress.');
      refuse(refuseUnreadable(session, method, problem));
      return;
    }
    try {
      const call = parseCall(id, method, params, text, session.nextSerial());
      if (call === undefined) {
        refuse(refuseRequest(session, method));
        return;
      }
      for (const name of lostMembers(params, call.params)) session.guard.noteRemoved('client', method, name);
      session.calls.set(id, call);
      void this.answer(call);
    } catch (error) {
      refuse(refuseUnreadable(session, method, error));
    }
  }

  private async answer(call: Call): Promise<void> {
    const { session } = this;
    const { guard } = session;
    const { id, method, params } = call;
    try {
      const isModern = session.ownMeta !== undefined || isModernCall(call);
      guard.enforce(guard.protocolFloor?.refusalOfClient(method, params, isModern));
      // Clients may skip server/discover.
      const needsDiscovery = session.ownMeta === undefined && method !== 'server/discover' && isModernCall(call);
      if (needsDiscovery) await discoverAll(session, call, guard.lateMs);
      const result = await handlerOf(method)(session, call);
      // An unmodified result reaches the client as the server wrote it.
      const text = call.given?.result === result ? call.given.text : undefined;
      this.reply(call, { jsonrpc: '2.0', id, result }, text);
    } catch (error) {
      this.reply(call, errorAnswer(id, await errorFor(session, call, error)));
    }
  }

  /** A cancelled request gets no answer. */
  private reply({ id, cancellation }: Call, message: JsonObject, result?: string): void {
    this.session.calls.take(id);
    if (!cancellation.isCancelled) this.session.send(message, id, result);
  }
}
