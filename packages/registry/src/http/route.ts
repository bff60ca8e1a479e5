import type { Context } from 'hono';
import type { z } from 'zod';
import type { Principal } from '../accounts/principal.ts';
import type { Service } from '../service.ts';

/** What a handler is given: everything read, checked and named. */
export interface Call<Query, Body> {
  readonly service: Service;
  readonly principal: Principal | undefined;
  /** Parts of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The body as it came, where it is signed or stored. */
  readonly bytes: Uint8Array;
  readonly context: Context;
  readonly requestId: string;
}

export interface Answer {
  readonly description: string;
  readonly schema?: z.ZodType;
  readonly contentType?: string | readonly string[];
  /** An answer without a body. */
  readonly isEmpty?: boolean;
}

/** Of everything that a client may keep. */
export const UNCHANGED: Answer = { description: 'What the client has is still the same.', isEmpty: true };

/** One row of the API: what is served, what is documented and what is tested are made from it. */
export interface Route<Query = unknown, Body = unknown> {
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** As OpenAPI writes it: `/api/v1/tools/{name}`. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  /**
   * `open`: for anyone, though a token may show more. `token`: never without one. `public`: the same for everyone, so a
   * token is not even looked at; clients of other registries send theirs. `metrics`: as `open`, unless the operator set
   * a token for it.
   */
  readonly access: 'open' | 'token' | 'public' | 'metrics';
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** For bodies that are kept as they are: a document, and no members to check here. */
  readonly rawBody?: string;
  readonly answers: Readonly<Record<number, Answer>>;
  readonly handle: (call: Call<Query, Body>) => Promise<Response> | Response;
}

/** Keeps the types of query and body together with the handler, and hides them from the table. */
export function route<Query = undefined, Body = undefined>(definition: Route<Query, Body>): Route {
  return definition as unknown as Route;
}
