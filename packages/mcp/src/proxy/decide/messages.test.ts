import { specTypeSchemas } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { handlerOf } from './handlers.ts';
import { findMessage, MESSAGES, type Message } from './messages.ts';

/** The methods in a union of message schemas of the SDK. */
function methodsOf(name: string): string[] {
  const union = (specTypeSchemas as Record<string, unknown>)[name] as {
    def: { options: { shape: { method: { def: { values: string[] } } } }[] };
  };
  return union.def.options.flatMap(({ shape }) => shape.method.def.values);
}

const inTable = (from: Message['from'], kind: Message['kind']): string[] =>
  MESSAGES.filter(message => message.from === from && message.kind === kind).map(({ method }) => method);

describe('the table of messages', () => {
  test.each([
    ['ClientRequest', 'client', 'request'],
    ['ClientNotification', 'client', 'notification'],
    ['ServerRequest', 'server', 'request'],
    ['ServerNotification', 'server', 'notification'],
  ] as const)('has every %s of the SDK', (union, from, kind) => {
    const known = methodsOf(union);
    expect(known.length).toBeGreaterThan(2);
    expect(known.filter(method => !inTable(from, kind).includes(method))).toEqual([]);
  });

  test('[guard.unknown-methods] has every method that has an SDK schema', () => {
    const schemas = Object.entries(specTypeSchemas as Record<string, unknown>).filter(([name]) =>
      /(Request|Notification)$/.test(name),
    );
    const methods = schemas.flatMap(([, schema]) => {
      const { shape } = schema as { shape?: { method?: { def?: { values?: string[] } } } };
      return shape?.method?.def?.values ?? [];
    });
    expect(methods.length).toBeGreaterThan(25);
    const known = MESSAGES.map(({ method }) => method);
    expect(methods.filter(method => !known.includes(method))).toEqual([]);
  });

  test('has a handler for every request of a client that may pass', () => {
    const passing = MESSAGES.filter(
      ({ from, kind, treatment }) => from === 'client' && kind === 'request' && treatment !== 'refuse',
    );
    expect(passing.length).toBeGreaterThan(20);
    for (const { method } of passing) expect(handlerOf(method), method).toBeTypeOf('function');
  });

  test('names each message once for each revision', () => {
    const keys = MESSAGES.flatMap(({ from, kind, method, revisions }) =>
      revisions.map(revision => [from, kind, method, revision].join(' ')),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each([
    ['client', 'request', '2025', 'server/discover'],
    ['client', 'request', '2026', 'initialize'],
    ['client', 'request', '2026', 'ping'],
    ['client', 'request', '2026', 'logging/setLevel'],
    ['client', 'request', '2026', 'resources/subscribe'],
    ['client', 'request', '2026', 'resources/unsubscribe'],
    ['client', 'request', '2026', 'skills/list'],
    ['client', 'request', '2025', 'tasks/list'],
    ['client', 'notification', '2025', 'tools/call'],
    ['server', 'request', '2026', 'sampling/createMessage'],
    ['server', 'request', '2025', 'tools/call'],
    ['server', 'notification', '2025', 'elicitation/create'],
    ['server', 'notification', '2025', 'toString'],
  ] as const)('has no %s %s in revision %s for %s', (from, kind, revision, method) => {
    expect(findMessage(from, kind, revision, method)).toBeUndefined();
  });
});
