import { toOpenApi } from '../openapi.ts';
import type { Route } from '../route.ts';
import { ATTESTATION_ROUTES } from './attestations.ts';
import { JUDGING_ROUTES } from './judging.ts';
import { MCP_ROUTES } from './mcp.ts';
import { PUBLISHER_ROUTES } from './publishers.ts';
import { SERVER_ROUTES } from './servers.ts';
import { openApiRoute, SERVICE_ROUTES } from './service.ts';
import { TOOL_ROUTES } from './tools.ts';
import { TRUSTED_PUBLISHER_ROUTES } from './trusted-publishers.ts';

const DESCRIBED: readonly Route[] = [
  ...TOOL_ROUTES,
  ...JUDGING_ROUTES,
  ...PUBLISHER_ROUTES,
  ...TRUSTED_PUBLISHER_ROUTES,
  ...SERVICE_ROUTES,
  ...MCP_ROUTES,
  ...SERVER_ROUTES,
  ...ATTESTATION_ROUTES,
];

let document: unknown;

/** Every route; the last one describes them all. */
export const ROUTES: readonly Route[] = [
  ...DESCRIBED,
  openApiRoute(() => {
    document ??= toOpenApi(ROUTES);
    return document;
  }),
];
