import { z } from 'zod';
import type { Answer, Route } from './route.ts';
import { Problem } from './routes/shapes.ts';

/** OpenAPI 3.1 of a table of routes. Its schemas are JSON Schema, as zod writes it. */
export function toOpenApi(routes: readonly Route[]): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    operations[route.method] = operationOf(route);
    paths[route.path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Toolmark registry',
      version: '1.0.0',
      description: 'Publish, find and judge signed MCP tool metadata.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operationOf(route: Route): unknown {
  return {
    operationId: route.id,
    summary: route.summary,
    parameters: [...pathParameters(route.path), ...queryParameters(route.query)],
    ...requestBody(route),
    responses: { ...Object.fromEntries(Object.entries(route.answers).map(toResponse)), default: PROBLEM },
    security: SECURITY[route.access],
  };
}

const OPEN = [{}, { token: [] }];
const SECURITY = { token: [{ token: [] }], open: OPEN, metrics: OPEN, public: [{}] };

const PROBLEM = {
  description: 'An error with a stable code.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

function toResponse([status, answer]: [string, Answer]) {
  const { description, schema, contentType = 'application/json', isEmpty = false } = answer;
  if (isEmpty) return [status, { description }];
  const shown = schema === undefined ? {} : { schema: schemaOf(schema, 'output') };
  const content = Object.fromEntries([contentType].flat().map(type => [type, shown]));
  return [status, { description, content }];
}

function requestBody({ body, rawBody }: Route) {
  if (body !== undefined) {
    return { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } };
  }
  if (rawBody === undefined) return {};
  const content = Object.fromEntries([rawBody].flat().map(type => [type, {}]));
  return { requestBody: { required: true, content } };
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }));
}

function queryParameters(query: z.ZodType | undefined) {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query', required: required.includes(name), schema },
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return rest;
}
