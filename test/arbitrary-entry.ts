import fc from 'fast-check';
import type { Json, JsonObject, McpTool } from '../packages/core/src/index.ts';
import { anyObject, anyText, anyTool } from './arbitrary-tool.ts';

const OPTIONAL: { requiredKeys: [] } = { requiredKeys: [] };

const word = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,12}[a-z0-9]$/);
const line = fc.stringMatching(/^[A-Za-z<>&"' \u{1F600}\u{e9}]{1,60}$/u).filter(text => text.trim() !== '');
const path = fc.array(word, { maxLength: 2 }).map(parts => parts.map(part => `/${part}`).join(''));
const url = fc.tuple(word, path).map(([host, rest]) => `https://${host}.example.com${rest}`);
const image = fc.tuple(word, word, word).map(([owner, name, tag]) => `ghcr.io/${owner}/${name}:${tag}`);
const port = fc.integer({ min: 1, max: 65_535 });

/** Tools with one name each, whose numbers have a canonical form. */
export const anyTools: fc.Arbitrary<McpTool[]> = fc.uniqueArray(anyTool, {
  maxLength: 4,
  selector: ({ name }) => name,
});

const extension = fc.record(
  {
    tier: fc.constantFrom('Official', 'Community'),
    tools: fc.uniqueArray(fc.stringMatching(/^[\w-]{1,12}$/), { maxLength: 4 }),
    tags: fc.uniqueArray(word, { maxLength: 3 }),
    overview: anyText,
    metadata: fc.record({ stars: fc.nat(), last_updated: fc.constant('2026-01-02T03:04:05Z') }, OPTIONAL),
    custom_metadata: anyObject,
    proxy_port: port,
    stateless: fc.constant(true),
    tool_definitions: anyTools as fc.Arbitrary<Json>,
  },
  OPTIONAL,
);

const forImages = fc.record(
  {
    permissions: anyObject,
    args: fc.array(anyText, { maxLength: 3 }),
    provenance: anyObject,
    docker_tags: fc.array(word, { maxLength: 3 }),
  },
  OPTIONAL,
);

const variable = fc
  .record({ description: anyText, required: fc.boolean(), secret: fc.boolean(), default: anyText }, OPTIONAL)
  .chain(rest => word.map(name => ({ name, ...rest }) as JsonObject));

const header = fc.tuple(variable, fc.array(anyText, { maxLength: 2 })).map(([rest, choices]) => ({ ...rest, choices }));

const naming = fc.record({
  name: word.map(name => `io.github.stacklok/${name}`),
  description: line,
  status: fc.constantFrom('active', 'deprecated', 'Active', 'Deprecated'),
});
const titled = fc.record(
  { title: line, repository_url: word.map(name => `https://github.com/acme/${name}`) },
  OPTIONAL,
);

const transport = fc.oneof(
  fc.constant({ transport: 'stdio' }),
  fc
    .tuple(fc.constantFrom('sse', 'streamable-http'), fc.option(port, { nil: undefined }))
    .map(([kind, target_port]) => ({
      transport: kind,
      ...(target_port === undefined ? {} : { target_port }),
    })),
);

const anyImageEntry = fc
  .tuple(naming, titled, extension, forImages, transport, image, fc.array(variable, { maxLength: 3 }))
  .map(([...parts]) => {
    const [names, titles, shared, own, how, ref, env_vars] = parts;
    return { ...names, ...titles, ...shared, ...own, ...how, image: ref, env_vars } as JsonObject;
  });

const anyRemoteEntry = fc
  .tuple(
    naming,
    titled,
    extension,
    anyObject,
    url,
    fc.array(header, { maxLength: 2 }),
    fc.array(variable, { maxLength: 2 }),
  )
  .map(([names, titles, shared, oauth_config, address, headers, env_vars]) => {
    const how = { transport: 'streamable-http', url: address, headers };
    return { ...names, ...titles, ...shared, ...how, env_vars, oauth_config } as JsonObject;
  });

/** Entries of ToolHive that a `server.json` can hold as they are. */
export const anyToolhiveEntry: fc.Arbitrary<JsonObject> = fc.oneof(anyImageEntry, anyRemoteEntry);

const UNHELD = [
  'description',
  'title',
  'tools',
  'tags',
  'target_port',
  'repository_url',
  'extra',
  '__proto__',
  'isRequired',
] as const;

/** The same with members that cannot be held, or not as they are. */
export const anyMessyEntry: fc.Arbitrary<JsonObject> = fc
  .tuple(anyToolhiveEntry, fc.uniqueArray(fc.constantFrom(...UNHELD)), anyText)
  .map(([entry, keys, text]) => {
    const mess: Record<string, Json> = {
      description: 'long '.repeat(30),
      title: `${text}${'x'.repeat(101)}`,
      tools: ['good', 'not good', 'good', text],
      tags: ['a', 'UPPER', 'fine', 'fine'],
      target_port: 8080,
      repository_url: 'not an address',
      extra: text,
      ['__proto__']: { tools: [] },
      isRequired: true,
    };
    const added = keys.map((key): [string, Json] => [key, Object.hasOwn(mess, key) ? (mess[key] as Json) : text]);
    const kept = added.filter(([key]) => key !== 'target_port' || Object.hasOwn(entry, 'image'));
    return Object.fromEntries([...Object.entries(entry), ...kept]);
  });
