import type { z } from 'zod';
import { publish } from '../../publishing/publish.ts';
import { readAccess, setGrant, setStatus, setVisibility, transferTool } from '../../tools/manage-tool.ts';
import { readDocument } from '../../tools/read-document.ts';
import { listVersions, type ReadTool, readTool } from '../../tools/read-tool.ts';
import { search } from '../../tools/search.ts';
import { cacheable } from '../cacheable.ts';
import { parseIdCursor } from '../check-input.ts';
import { type Call, route, UNCHANGED } from '../route.ts';
import * as shapes from './shapes.ts';

const DONE = { description: 'Done.', schema: shapes.Done };
const SHOWN = { description: 'The document and what the registry knows about it.', schema: shapes.Tool };

export const TOOL_ROUTES = [
  route<z.output<typeof shapes.PublishQuery>>({
    method: 'post',
    path: '/api/v1/tools',
    id: 'publishTool',
    summary: 'Publish a signed document. The bytes are stored unchanged.',
    access: 'token',
    query: shapes.PublishQuery,
    rawBody: 'application/json',
    answers: {
      200: { description: 'The same bytes are already published.', schema: shapes.Receipt },
      201: { description: 'Published.', schema: shapes.Receipt },
      202: { description: 'Held until an admin has reviewed the name.', schema: shapes.Receipt },
    },
    handle: async ({ service: { registry }, principal, bytes, query }) => {
      const options = { visibility: query.visibility, dryRun: query.dry_run };
      const receipt = await publish(registry, principal, bytes, options);
      const status = { new: query.dry_run === true ? 200 : 201, same: 200, held: 202 }[receipt.outcome];
      return Response.json(receipt, { status });
    },
  }),
  route<z.output<typeof shapes.SearchQuery>>({
    method: 'get',
    path: '/api/v1/tools',
    id: 'searchTools',
    summary: 'Search tools, best first.',
    access: 'open',
    query: shapes.SearchQuery,
    answers: { 200: { description: 'One page.', schema: shapes.FoundPage }, 304: UNCHANGED },
    handle: async ({ service: { registry }, principal, query, context }) => {
      const page = await search(registry, principal, {
        ...{ q: query.q, name: query.name, capabilities: query.capability, domains: query.domain },
        ...{ preferDomains: query.prefer_domain, maxRisk: query.max_risk_level, minReputation: query.min_reputation },
        ...{ readOnly: query.read_only, signed: query.signed, limit: query.limit, cursor: query.cursor },
      });
      return cacheable(context, JSON.stringify(page), { isPrivate: principal !== undefined });
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/tools/{name}',
    id: 'getTool',
    summary: 'Get the newest version of a tool that is not withdrawn.',
    access: 'open',
    answers: { 200: SHOWN, 304: UNCHANGED },
    handle: async call => showTool(call, await readTool(call.service.registry, call.principal, named(call))),
  }),
  route<z.output<typeof shapes.PageQuery>>({
    method: 'get',
    path: '/api/v1/tools/{name}/versions',
    id: 'listVersions',
    summary: 'List every version, newest first.',
    access: 'open',
    query: shapes.PageQuery,
    answers: { 200: { description: 'One page.', schema: shapes.Versions }, 304: UNCHANGED },
    handle: async call => {
      const { limit = 100, cursor } = call.query;
      const page = await listVersions(call.service.registry, call.principal, named(call), {
        limit,
        after: parseIdCursor(cursor),
      });
      const nextCursor = page.next === undefined ? {} : { nextCursor: String(page.next) };
      const text = JSON.stringify({ versions: page.versions, ...nextCursor });
      return cacheable(call.context, text, { isPrivate: call.principal !== undefined });
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/tools/{name}/versions/{version}',
    id: 'getVersion',
    summary: 'Get one version of a tool, whatever its status.',
    access: 'open',
    answers: { 200: SHOWN, 304: UNCHANGED },
    handle: async call => {
      const { version = '' } = call.path;
      return showTool(call, await readTool(call.service.registry, call.principal, named(call), version));
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/tools/{name}/versions/{version}/document',
    id: 'getDocument',
    summary: 'Get the published bytes. Counts as a download.',
    access: 'open',
    answers: { 200: { description: 'The bytes.', contentType: 'application/json' }, 304: UNCHANGED },
    handle: async call => {
      const { service, principal, path, context } = call;
      const found = await readDocument(service.registry.database.reader, principal, named(call), path.version ?? '');
      const response = cacheable(context, found.bytes, { etag: found.etag, isPrivate: principal !== undefined });
      // Revalidation is not a download.
      const isTaken = response.status === 200 && context.req.method === 'GET';
      if (isTaken) service.downloads.count(found.id, found.tool, principal);
      return response;
    },
  }),
  route<undefined, z.output<typeof shapes.StatusChange>>({
    method: 'post',
    path: '/api/v1/tools/{name}/versions/{version}/status',
    id: 'setStatus',
    summary: 'Deprecate, yank, quarantine or restore a version.',
    access: 'token',
    body: shapes.StatusChange,
    answers: { 200: DONE },
    handle: async call => {
      const { version = '' } = call.path;
      await setStatus(call.service.registry, call.principal, named(call), { version, ...call.body });
      return done();
    },
  }),
  route<undefined, z.output<typeof shapes.Transfer>>({
    method: 'post',
    path: '/api/v1/tools/{name}/transfer',
    id: 'transferTool',
    summary: 'Transfer a tool to another publisher. For admins.',
    access: 'token',
    body: shapes.Transfer,
    answers: { 200: DONE },
    handle: async call => {
      await transferTool(call.service.registry, call.principal, named(call), call.body.to);
      return done();
    },
  }),
  route<undefined, z.output<typeof shapes.VisibilityChange>>({
    method: 'post',
    path: '/api/v1/tools/{name}/visibility',
    id: 'setVisibility',
    summary: 'Make a tool public or private.',
    access: 'token',
    body: shapes.VisibilityChange,
    answers: { 200: DONE },
    handle: async call => {
      await setVisibility(call.service.registry, call.principal, named(call), call.body.visibility);
      return done();
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/tools/{name}/grants',
    id: 'listGrants',
    summary: 'List who sees a tool. For its owner and admins.',
    access: 'token',
    answers: { 200: { description: 'Owner, visibility and publishers with a grant.', schema: shapes.Access } },
    handle: async call => {
      const access = await readAccess(call.service.registry, call.principal, named(call));
      return Response.json(access, { headers: { 'cache-control': 'no-store' } });
    },
  }),
  route({
    method: 'put',
    path: '/api/v1/tools/{name}/grants/{publisher}',
    id: 'grantTool',
    summary: 'Let another publisher see a private tool.',
    access: 'token',
    answers: { 200: DONE },
    handle: call => grant(call, true),
  }),
  route({
    method: 'delete',
    path: '/api/v1/tools/{name}/grants/{publisher}',
    id: 'ungrantTool',
    summary: 'Stop another publisher from seeing a private tool.',
    access: 'token',
    answers: { 200: DONE },
    handle: call => grant(call, false),
  }),
];

async function grant(call: Call<undefined, undefined>, isGranted: boolean): Promise<Response> {
  const { publisher = '' } = call.path;
  await setGrant(call.service.registry, call.principal, named(call), publisher, isGranted);
  return done();
}

function named({ path }: Pick<Call<unknown, unknown>, 'path'>): string {
  return path.name ?? '';
}

/** The document is inserted as text, without parsing it again. */
function showTool({ context, principal }: Call<undefined, undefined>, { kind, bytes, registry }: ReadTool): Response {
  const text = Buffer.from(bytes).toString('utf8').trim();
  const body = `{"${kind}":${text},"registry":${JSON.stringify(registry)}}`;
  return cacheable(context, body, { isPrivate: principal !== undefined });
}

function done(): Response {
  return Response.json({ ok: true });
}
