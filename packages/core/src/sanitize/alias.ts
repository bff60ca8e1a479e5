import { sha256 } from '../base/index.ts';
import { MetadataError, type Origin } from './metadata-error.ts';
import { fullPattern, type NamePolicy } from './name-policy.ts';

/**
 * The local name of a tool. It depends only on the server key, the tool name and the policy, so other tools and servers
 * do not change it. A changed name carries a hash of key and name: `a b` cannot become the `a_b` of another tool.
 */
export function aliasOf(origin: Origin, policy: NamePolicy, isPrefixed: boolean): string {
  const composed = compose(origin, policy, isPrefixed);
  const problem = findProblem(composed, policy);
  if (problem === undefined) return composed;
  // If only the prefix makes the name invalid, the author cannot fix it.
  const isPrefixProblem = isPrefixed && findProblem(origin.tool, policy) === undefined;
  if (policy.onInvalid === 'sanitize' || isPrefixProblem) return hashedAlias(origin, policy, isPrefixed);
  throw new MetadataError('sanitize.invalid-name', origin, problem, '/name');
}

/** An alias with a hash that identifies the tool. */
export function hashedAlias(origin: Origin, policy: NamePolicy, isPrefixed: boolean, digits = 8): string {
  const suffix = `_${sha256(`${origin.server ?? ''}\0${origin.tool}`)
    .slice('sha256:'.length)
    .slice(0, digits)}`;
  const head = replaceOthers(compose(origin, policy, isPrefixed), policy.maxLength - suffix.length, policy);
  const alias = (head === '' ? 'tool' : head) + suffix;
  const problem = findProblem(alias, policy);
  if (problem === undefined) return alias;
  throw new MetadataError('sanitize.invalid-name', origin, `no valid alias exists. ${problem}`, '/name');
}

export function compose({ server, tool }: Origin, policy: NamePolicy, isPrefixed: boolean): string {
  return isPrefixed && server !== undefined ? `${policy.lead}${server}${policy.separator}${tool}` : tool;
}

function findProblem(alias: string, policy: NamePolicy): string | undefined {
  // The length first: a pattern must not run on megabytes.
  if (alias.length > policy.maxLength)
    return `the alias has ${alias.length} characters; the policy allows ${policy.maxLength}.`;
  if (fullPattern(policy).test(alias)) return undefined;
  return `the alias does not match the pattern ${policy.pattern}. Rename the tool, or set names.onInvalid to sanitize.`;
}

/** Replaces every character that the policy does not allow by `_`. */
function replaceOthers(name: string, maxLength: number, policy: NamePolicy): string {
  const pattern = fullPattern(policy);
  const characters = [...name.slice(0, maxLength * 2)].slice(0, maxLength);
  const replaced = characters.map(character =>
    /^[\w.-]$/.test(character) && pattern.test(character) ? character : '_',
  );
  const end = replaced.findLastIndex(character => !/^[_.-]$/.test(character));
  return replaced.slice(0, end + 1).join('');
}
