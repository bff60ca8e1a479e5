import { ANY, FLAG, list, map, object, type Shape, TEXT, TEXTS, text } from './shape.ts';

const PORT: Shape = { is: 'integer', min: 0, max: 65_535 };

const VARIABLE = object(['name'], { name: TEXT, description: TEXT, required: FLAG, default: TEXT, secret: FLAG });
const HEADER = object(['name'], {
  name: TEXT,
  description: TEXT,
  required: FLAG,
  default: TEXT,
  secret: FLAG,
  choices: TEXTS,
});

const STATUS = text({ words: ['active', 'deprecated', 'Active', 'Deprecated', ''] });
const TIER = text({ words: ['Official', 'Community', ''] });

const COMMON = {
  status: STATUS,
  tier: TIER,
  tools: TEXTS,
  tags: TEXTS,
  overview: TEXT,
  metadata: object([], { stars: ANY, last_updated: TEXT, kubernetes: map(ANY) }),
  custom_metadata: map(ANY),
  proxy_port: PORT,
  stateless: FLAG,
  tool_definitions: list(ANY),
} as const;

const OF_IMAGES = { permissions: map(ANY), args: TEXTS, provenance: map(ANY), docker_tags: TEXTS } as const;
const OF_REMOTES = { oauth_config: map(ANY), env_vars: list(VARIABLE) } as const;

/** Members of an extension in the order they are written in; an entry keeps them under the same names. */
export const EXTENSION_MEMBERS = {
  image: [...Object.keys(COMMON), ...Object.keys(OF_IMAGES)],
  remote: [...Object.keys(COMMON), ...Object.keys(OF_REMOTES)],
} as const;

export const EXTENSION_SHAPE: Shape = object([], { ...COMMON, ...OF_IMAGES, ...OF_REMOTES });

const NAMING = { name: TEXT, title: TEXT, description: TEXT, repository_url: TEXT, transport: TEXT } as const;

export const IMAGE_SHAPE: Shape = object(['image', 'description'], {
  ...NAMING,
  transport: text({ words: ['stdio', 'sse', 'streamable-http', ''] }),
  ...COMMON,
  ...OF_IMAGES,
  image: text({ min: 1 }),
  target_port: PORT,
  env_vars: list(VARIABLE),
});

export const REMOTE_SHAPE: Shape = object(['url', 'description', 'transport'], {
  ...NAMING,
  transport: text({ words: ['sse', 'streamable-http'] }),
  ...COMMON,
  ...OF_REMOTES,
  url: text({ form: /^https?:\/\/\S+$/ }),
  headers: list(HEADER),
});

const GROUP = object(['name'], { name: TEXT, description: TEXT, servers: map(ANY), remote_servers: map(ANY) });

/** A registry of ToolHive, both forms; the entries have shapes of their own. */
export const LEGACY_REGISTRY_SHAPE: Shape = object([], {
  $schema: TEXT,
  version: TEXT,
  last_updated: TEXT,
  servers: map(ANY),
  remote_servers: map(ANY),
  groups: list(GROUP),
});

export const UPSTREAM_REGISTRY_SHAPE: Shape = object(['data'], {
  $schema: TEXT,
  version: TEXT,
  meta: object([], { last_updated: TEXT }),
  data: object(['servers'], {
    servers: list(ANY),
    groups: list(object(['name'], { name: TEXT, description: TEXT, servers: list(ANY) })),
    skills: list(ANY),
  }),
});
