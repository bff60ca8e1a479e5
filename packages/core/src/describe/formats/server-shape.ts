import type { JsonObject } from '../../base/index.ts';
import { SERVER_LIMITS } from './server-rules.ts';
import { ANY, FLAG, list, map, object, type Shape, TEXT, TEXTS, text } from './shape.ts';

export interface Input extends JsonObject {
  readonly name: string;
  readonly value?: string;
  readonly isRequired?: boolean;
  readonly isSecret?: boolean;
}

export interface Argument extends JsonObject {
  readonly type: 'positional' | 'named';
  readonly name?: string;
  readonly value?: string;
  readonly valueHint?: string;
}

export interface Transport extends JsonObject {
  readonly type: 'stdio' | 'streamable-http' | 'sse';
  readonly url?: string;
  readonly headers?: readonly Input[];
}

export interface Package extends JsonObject {
  readonly registryType: string;
  readonly identifier: string;
  readonly version?: string;
  readonly fileSha256?: string;
  readonly transport: Transport;
  readonly runtimeArguments?: readonly Argument[];
  readonly packageArguments?: readonly Argument[];
  readonly environmentVariables?: readonly Input[];
}

export interface Remote extends JsonObject {
  readonly type: 'streamable-http' | 'sse';
  readonly url: string;
  readonly headers?: readonly Input[];
}

/** An entry of the MCP Registry, as of 2025-12-11. Members Toolmark does not know are kept. */
export interface ServerJson extends JsonObject {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly title?: string;
  readonly packages?: readonly Package[];
  readonly remotes?: readonly Remote[];
  readonly _meta?: JsonObject;
}

const INPUT_MEMBERS = {
  choices: TEXTS,
  default: TEXT,
  description: TEXT,
  format: text({ words: ['string', 'number', 'boolean', 'filepath'] }),
  isRequired: FLAG,
  isSecret: FLAG,
  placeholder: TEXT,
  value: TEXT,
} as const;

const VARIABLES = map(object([], INPUT_MEMBERS));

const KEY_VALUE = object(['name'], { ...INPUT_MEMBERS, variables: VARIABLES, name: TEXT });

const ARGUMENT = object(['type'], {
  ...INPUT_MEMBERS,
  variables: VARIABLES,
  type: text({ words: ['positional', 'named'] }),
  name: TEXT,
  valueHint: TEXT,
  isRepeated: FLAG,
});

const URL_TEMPLATE = text({ form: /^https?:\/\/\S+$/ });

const TRANSPORT = object(['type'], {
  type: text({ words: ['stdio', 'streamable-http', 'sse'] }),
  url: URL_TEMPLATE,
  headers: list(KEY_VALUE),
});

const REMOTE = object(['type', 'url'], {
  type: text({ words: ['streamable-http', 'sse'] }),
  url: URL_TEMPLATE,
  headers: list(KEY_VALUE),
  variables: VARIABLES,
});

const PACKAGE = object(['registryType', 'identifier', 'transport'], {
  registryType: TEXT,
  registryBaseUrl: TEXT,
  identifier: TEXT,
  version: text({ min: 1 }),
  fileSha256: text({ form: /^[a-f0-9]{64}$/ }),
  runtimeHint: TEXT,
  transport: TRANSPORT,
  runtimeArguments: list(ARGUMENT),
  packageArguments: list(ARGUMENT),
  environmentVariables: list(KEY_VALUE),
});

const ICON = object(['src'], {
  src: text({ max: SERVER_LIMITS.maxIconUrl }),
  mimeType: text({ words: ['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp'] }),
  sizes: list(text({ form: /^(?:\d+x\d+|any)$/ })),
  theme: text({ words: ['light', 'dark'] }),
});

/** `server.json` of 2025-12-11. What is below `_meta` belongs to others. */
export const SERVER_SHAPE: Shape = object(['name', 'description', 'version'], {
  $schema: TEXT,
  name: TEXT,
  title: text({ min: 1, max: SERVER_LIMITS.maxTitle }),
  description: text({ min: 1, max: SERVER_LIMITS.maxDescription }),
  repository: object(['url', 'source'], { url: TEXT, source: TEXT, id: TEXT, subfolder: TEXT }),
  version: TEXT,
  websiteUrl: TEXT,
  icons: list(ICON),
  packages: list(PACKAGE),
  remotes: list(REMOTE),
  _meta: map(ANY),
  /** Where RFC-0015 prints publisher-provided data. */
  meta: map(ANY),
});
