import { SERVER_LIMITS } from './server-rules.ts';
import { ANY, FLAG, list, map, object, type Shape, TEXT, TEXTS, text } from './shape.ts';

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
