import type { Context } from 'hono';
import type { z } from 'zod';
import type { Principal } from '../accounts/principal.ts';
import type { Service } from '../service.ts';

/** A validated request. */
export interface Call<Query, Body> {
  readonly service: Service;
  readonly principal: Principal | undefined;
  /** Parts of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The raw body, for what is signed or stored. */
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

/** For every answer that a client may cache. */
export const UNCHANGED: Answer = { description: 'Not modified.', isEmpty: true };

/** One route of the API: the app and the OpenAPI document are built from it. */
export interface Route<Query = unknown, Body = unknown> {
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** As OpenAPI writes it: `/api/v1/tools/{name}`. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  /**
   * `open`: for anyone; a token may reveal more. `token`: requires one. `public`: ignores tokens, because clients of other
   * registries send theirs. `metrics`: like `open`, unless the operator set a metrics token.
   */
  readonly access: 'open' | 'token' | 'public' | 'metrics';
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** The content types of a body that is stored unchanged. */
  readonly rawBody?: string | readonly string[];
  readonly answers: Readonly<Record<number, Answer>>;
  readonly handle: (call: Call<Query, Body>) => Promise<Response> | Response;
}

/** Checks that the types of query and body match the handler. */
export function route<Query = undefined, Body = undefined>(definition: Route<Query, Body>): Route {
  return definition as unknown as Route;
}
