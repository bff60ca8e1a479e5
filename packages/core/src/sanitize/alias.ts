import { sha256 } from '../base/index.ts';
import { MetadataError, type Origin } from './metadata-error.ts';
import { fullPattern, type NamePolicy } from './name-policy.ts';

/**
 * What a tool is called here. It depends on the server's key, the tool's name and the policy alone, so neither the order
 * of lists nor another server changes it. A name that has to change in any way carries a hash of the two: `a b` cannot
 * become the `a_b` that another tool has.
 */
export function aliasOf(origin: Origin, policy: NamePolicy, isPrefixed: boolean): string {
  const composed = compose(origin, policy, isPrefixed);
  const problem = findProblem(composed, policy);
  if (problem === undefined) return composed;
  // Where the name fits and the prefix alone makes it unfit, the author cannot mend it and the alias says which tool it is.
  const isOurFault = isPrefixed && findProblem(origin.tool, policy) === undefined;
  if (policy.onInvalid === 'sanitize' || isOurFault) return hashedAlias(origin, policy, isPrefixed);
  throw new MetadataError('sanitize.invalid-name', origin, problem, '/name');
}

/** An alias that says which tool it is for even where its readable part is another's: 8 digits, or more on demand. */
export function hashedAlias(origin: Origin, policy: NamePolicy, isPrefixed: boolean, digits = 8): string {
  const suffix = `_${sha256(`${origin.server ?? ''}\0${origin.tool}`)
    .slice('sha256:'.length)
    .slice(0, digits)}`;
  const head = replaceOthers(compose(origin, policy, isPrefixed), policy.maxLength - suffix.length, policy);
  const alias = (head === '' ? 'tool' : head) + suffix;
  const problem = findProblem(alias, policy);
  if (problem === undefined) return alias;
  throw new MetadataError('sanitize.invalid-name', origin, `no alias can be made for it. ${problem}`, '/name');
}

export function compose({ server, tool }: Origin, policy: NamePolicy, isPrefixed: boolean): string {
  return isPrefixed && server !== undefined ? `${policy.lead}${server}${policy.separator}${tool}` : tool;
}

function findProblem(alias: string, policy: NamePolicy): string | undefined {
  // The length is looked at first: no pattern ever meets a name of megabytes.
  if (alias.length > policy.maxLength)
    return `its name here would have ${alias.length} characters, and the policy allows ${policy.maxLength}.`;
  if (fullPattern(policy).test(alias)) return undefined;
  return `its name here would not match the pattern ${policy.pattern}. Rename it at the server, or set names.onInvalid to sanitize.`;
}

/** The readable part: every character that the policy does not take becomes `_`. */
function replaceOthers(name: string, maxLength: number, policy: NamePolicy): string {
  const pattern = fullPattern(policy);
  const characters = [...name.slice(0, maxLength * 2)].slice(0, maxLength);
  const replaced = characters.map(character =>
    /^[\w.-]$/.test(character) && pattern.test(character) ? character : '_',
  );
  const end = replaced.findLastIndex(character => !/^[_.-]$/.test(character));
  return replaced.slice(0, end + 1).join('');
}
