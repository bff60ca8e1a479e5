import type { z } from 'zod';
import { exchangeIdToken } from '../../proving/exchange-token.ts';
import { type ProofMethod, proveDomain } from '../../proving/prove-domain.ts';
import { listServers } from '../../servers/list-servers.ts';
import { publishServer } from '../../servers/publish-server.ts';
import { listServerVersions, readServer } from '../../servers/read-server.ts';
import { setServerStatus } from '../../servers/set-server-status.ts';
import { cacheable } from '../cacheable.ts';
import { type Route, route, UNCHANGED } from '../route.ts';
import { entryAttestationRoutes } from './attestations.ts';
import * as shapes from './server-shapes.ts';

const ENTRY = { description: 'The entry and what the registry knows about it.', schema: shapes.ServerEntry };

/** The API of the MCP Registry, under both of its prefixes. */
export const SERVER_ROUTES: readonly Route[] = [...routesBelow('/v0.1', ''), ...routesBelow('/v0', 'V0')];

function routesBelow(prefix: string, suffix: string): readonly Route[] {
  const one = `${prefix}/servers/{name}/versions/{version}`;
  return [
    route<z.output<typeof shapes.ServersQuery>>({
      method: 'get',
      path: `${prefix}/servers`,
      id: `listServers${suffix}`,
      summary: 'List server entries by name and version; with updated_since by time of change.',
      access: 'public',
      query: shapes.ServersQuery,
      answers: { 200: { description: 'One page.', schema: shapes.ServerList }, 304: UNCHANGED },
      handle: async ({ service: { registry }, query, context }) => {
        const { cursor, limit, search, version, signed, include_deleted: includeDeleted, updated_since: since } = query;
        const updatedSince = since === undefined ? undefined : Date.parse(since);
        const page = await listServers(registry, {
          cursor,
          limit,
          search,
          version,
          signed,
          includeDeleted,
          updatedSince,
        });
        return cacheable(context, listOf(page.entries, page.nextCursor));
      },
    }),
    route<z.output<typeof shapes.DeletedQuery>>({
      method: 'get',
      path: `${prefix}/servers/{name}/versions`,
      id: `listServerVersions${suffix}`,
      summary: 'List the versions of a server, newest first.',
      access: 'public',
      query: shapes.DeletedQuery,
      answers: { 200: { description: 'The versions.', schema: shapes.ServerList }, 304: UNCHANGED },
      handle: async ({ service: { registry }, path: { name = '' }, query, context }) =>
        cacheable(context, listOf(await listServerVersions(registry.database.reader, name, query.include_deleted))),
    }),
    route<z.output<typeof shapes.DeletedQuery>>({
      method: 'get',
      path: one,
      id: `getServer${suffix}`,
      summary: 'Get one version of a server, or "latest".',
      access: 'public',
      query: shapes.DeletedQuery,
      answers: { 200: ENTRY, 304: UNCHANGED },
      handle: async ({ service: { registry }, path: { name = '', version = '' }, query, context }) =>
        cacheable(context, await readServer(registry.database.reader, name, version, query.include_deleted)),
    }),
    route({
      method: 'post',
      path: `${prefix}/publish`,
      id: `publishServer${suffix}`,
      summary: 'Publish a server.json. The bytes are stored unchanged.',
      access: 'token',
      rawBody: 'application/json',
      answers: { 200: ENTRY },
      handle: async ({ service: { registry }, principal, bytes }) => {
        const { entry } = await publishServer(registry, principal, bytes);
        return json(entry);
      },
    }),
    route<undefined, z.output<typeof shapes.ServerStatusChange>>({
      method: 'patch',
      path: `${one}/status`,
      id: `setServerVersionStatus${suffix}`,
      summary: 'Deprecate, delete or restore one version.',
      access: 'token',
      body: shapes.ServerStatusChange,
      answers: { 200: ENTRY },
      handle: async ({ service: { registry }, principal, path: { name = '', version = '' }, body }) => {
        const change = { status: body.status, message: body.statusMessage };
        const { entries } = await setServerStatus(registry, principal, name, version, change);
        return json(entries.join());
      },
    }),
    route<undefined, z.output<typeof shapes.ServerStatusChange>>({
      method: 'patch',
      path: `${prefix}/servers/{name}/status`,
      id: `setServerStatus${suffix}`,
      summary: 'Deprecate, delete or restore all versions.',
      access: 'token',
      body: shapes.ServerStatusChange,
      answers: { 200: { description: 'The changed entries.', schema: shapes.ServersChanged } },
      handle: async ({ service: { registry }, principal, path: { name = '' }, body }) => {
        const change = { status: body.status, message: body.statusMessage };
        const { updatedCount, entries } = await setServerStatus(registry, principal, name, undefined, change);
        return json(`{"updatedCount":${updatedCount},"servers":[${entries.join()}]}`);
      },
    }),
    ...entryAttestationRoutes(prefix, suffix),
    proofRoute(prefix, suffix, 'dns', 'Prove a domain by a key in its TXT records. Returns a token for five minutes.'),
    proofRoute(
      prefix,
      suffix,
      'http',
      'Prove a domain by a key at its well-known address. Returns a token for five minutes.',
    ),
    exchangeRoute(`${prefix}/auth/oidc`, `exchangeOidc${suffix}`),
    exchangeRoute(`${prefix}/auth/github-oidc`, `exchangeGithubOidc${suffix}`),
    route({
      method: 'get',
      path: `${prefix}/health`,
      id: `serversHealth${suffix}`,
      summary: 'Liveness.',
      access: 'public',
      answers: { 200: { description: 'Alive.', schema: shapes.Health } },
      handle: () => Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } }),
    }),
    route({
      method: 'get',
      path: `${prefix}/ping`,
      id: `serversPing${suffix}`,
      summary: 'Liveness.',
      access: 'public',
      answers: { 200: { description: 'Alive.', schema: shapes.Ping } },
      handle: () => Response.json({ pong: true }, { headers: { 'cache-control': 'no-store' } }),
    }),
  ];
}

function proofRoute(prefix: string, suffix: string, method: ProofMethod, summary: string): Route {
  return route<undefined, z.output<typeof shapes.DomainProof>>({
    method: 'post',
    path: `${prefix}/auth/${method}`,
    id: `proveBy${method === 'dns' ? 'Dns' : 'Http'}${suffix}`,
    summary,
    access: 'public',
    body: shapes.DomainProof,
    answers: { 200: { description: 'The token and its expiry.', schema: shapes.RegistryToken } },
    handle: async ({ service, body: { domain, timestamp, signed_timestamp: signature, registry: meant } }) => {
      const proof = { domain, timestamp, signature, registry: meant };
      const { token, expiresAt } = await proveDomain(service.registry, method, service.address(), proof);
      const answer = { registry_token: token, expires_at: Math.floor(expiresAt / 1000) };
      return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
    },
  });
}

/** Clients of the official registry use the address that names GitHub. */
function exchangeRoute(path: string, id: string): Route {
  return route<undefined, z.output<typeof shapes.IdToken>>({
    ...{ method: 'post', path, id, access: 'public', body: shapes.IdToken },
    summary:
      'Exchange the OIDC token of a CI job for a token of ten minutes, bound to the namespaces of its repository.',
    answers: { 200: { description: 'The token, its expiry, and what it may publish.', schema: shapes.ExchangedToken } },
    handle: async ({ service: { registry }, body }) => {
      const { token, expiresAt, publisher, namespaces } = await exchangeIdToken(
        registry,
        body.oidc_token,
        body.publisher,
      );
      const answer = { registry_token: token, expires_at: Math.floor(expiresAt / 1000), publisher, namespaces };
      return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
    },
  });
}

/** Entries are inserted as text, without parsing them again. */
function listOf(entries: readonly string[], nextCursor?: string): string {
  const metadata = { ...(nextCursor === undefined ? {} : { nextCursor }), count: entries.length };
  return `{"servers":[${entries.join(',')}],"metadata":${JSON.stringify(metadata)}}`;
}

function json(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}
