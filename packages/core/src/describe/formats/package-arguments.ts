import { isJsonObject, type JsonObject, member, quoteInert, ToolmarkError } from '../../base/index.ts';
import type { Ledger } from './ledger.ts';
import type { Argument, Transport } from './server-shape.ts';

/** Structured arguments as the plain words that ToolHive starts an image with. */
export function flattened(args: readonly Argument[], at: string, ledger: Ledger): string[] {
  ledger.lose(at, 'ToolHive has plain arguments: their structure is lost.');
  return args.flatMap(({ name = '', value = '' }) => [name, value].filter(word => word !== ''));
}

/** Variables that the runtime is given as `-e NAME=VALUE`; every other argument of the runtime is lost. */
export function environmentOf(args: readonly Argument[], at: string, ledger: Ledger): JsonObject[] {
  return args.flatMap((argument, index): JsonObject[] => {
    const variable = variableOf(argument);
    const isLost = variable === undefined;
    ledger.lose(
      `${at}/${index}`,
      isLost ? 'ToolHive does not pass arguments to the runtime.' : 'It becomes an environment variable.',
    );
    return isLost ? [] : [variable];
  });
}

function variableOf({ type, name, value = '', ...rest }: Argument): JsonObject | undefined {
  const at = value.indexOf('=');
  if (type !== 'named' || (name !== '-e' && name !== '--env') || at < 1) return undefined;
  const given = value.slice(at + 1);
  const [, placeholder] = /^\{(.+)\}$/.exec(given) ?? [];
  const declared = placeholder === undefined ? undefined : variableNamed(rest.variables, placeholder);
  const standard = placeholder === undefined ? given : (declared?.default ?? '');
  return {
    name: value.slice(0, at),
    ...(typeof rest.description === 'string' ? { description: rest.description } : {}),
    required: rest.isRequired === true || declared?.isRequired === true,
    ...(declared?.isSecret === true || rest.isSecret === true ? { secret: true } : {}),
    ...(standard === '' ? {} : { default: standard }),
  };
}

function variableNamed(variables: unknown, name: string): JsonObject | undefined {
  const found = isJsonObject(variables) ? member(variables, name) : undefined;
  return isJsonObject(found) ? found : undefined;
}

/** The port of a package's own address. ToolHive has no member for the rest of the address. */
export function portOf(server: string, { url }: Transport, at: string, ledger: Ledger): number | undefined {
  if (url === undefined || url === '') return undefined;
  const [, , text] = /^https?:\/\/([^/?#]*?)(?::([^/?#:\]]*))?(?:[/?#]|$)/i.exec(url) ?? [];
  const port = Number(text ?? '');
  if (text !== undefined && text !== '' && !(/^\d{1,5}$/.test(text) && port > 0 && port <= 65_535)) {
    throw new ToolmarkError(
      'convert.bad-port',
      `${quoteInert(server, 210)}: ${quoteInert(url)} has no port from 1 to 65535.`,
    );
  }
  if (!/^http:\/\/localhost(?::\d+)?$/.test(url))
    ledger.lose(`${at}/url`, 'ToolHive keeps only the port of this address.');
  else ledger.move(`${at}/url`, '/target_port');
  return port === 0 ? undefined : port;
}
