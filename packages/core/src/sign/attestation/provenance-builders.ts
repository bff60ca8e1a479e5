import type { Json, JsonObject } from '../../base/index.ts';
import type { Claims } from './fulcio-identity.ts';
import { onlyItem, valueAt } from './json-path.ts';
import type { Statement } from './statement.ts';

/** Where and how a package was built, as its certificate says. */
export interface Provenance {
  /** Such as `https://github.com/acme/weather`. */
  readonly repository: string;
  /** The path of the workflow in the repository. */
  readonly workflow: string;
  /** Such as `refs/tags/v1.2.3`. */
  readonly ref: string;
  readonly commit: string;
  readonly builder: string;
  readonly issuer: string;
  /** Numbers that do not change when a name gets another owner. */
  readonly repositoryId?: string;
  readonly ownerId?: string;
  /** Such as `github-hosted`. */
  readonly runner?: string;
}

/** One kind of CI, known by the issuer of its tokens and the types of its statements. */
export interface Builder {
  readonly issuer: string;
  readonly statementType: string;
  readonly predicateType: string;
  readonly buildType: string;
  buildTypeOf(predicate: JsonObject): Json | undefined;
  /** The id of the builder that the certificate's job ran on, or undefined where the predicate names another. */
  builderOf(predicate: JsonObject, claims: CompleteClaims): string | undefined;
  /** What the predicate says, beside what the certificate says of the same. */
  pairs(
    predicate: JsonObject,
    claims: CompleteClaims,
  ): readonly (readonly [said: Json | undefined, certified: Json | undefined])[];
  /** The path of the workflow, from the address of its file at a ref. */
  workflowOf(claims: CompleteClaims): string | undefined;
}

/** The claims that provenance needs. */
export interface CompleteClaims extends Claims {
  readonly buildSigner: string;
  readonly runner: string;
  readonly repository: string;
  readonly commit: string;
  readonly ref: string;
  readonly buildConfig: string;
  readonly run: string;
}

const GITHUB: Builder = {
  issuer: 'https://token.actions.githubusercontent.com',
  statementType: 'https://in-toto.io/Statement/v1',
  predicateType: 'https://slsa.dev/provenance/v1',
  buildType: 'https://slsa-framework.github.io/github-actions-buildtypes/workflow/v1',
  buildTypeOf: predicate => valueAt(predicate, 'buildDefinition', 'buildType'),
  builderOf: (predicate, { runner }) => {
    const id = valueAt(predicate, 'runDetails', 'builder', 'id');
    const isKnown = runner === 'github-hosted' || runner === 'self-hosted';
    return isKnown && id === `https://github.com/actions/runner/${runner}` ? id : undefined;
  },
  pairs: (predicate, claims) => {
    const workflow = valueAt(predicate, 'buildDefinition', 'externalParameters', 'workflow');
    const github = valueAt(predicate, 'buildDefinition', 'internalParameters', 'github');
    const source = onlyItem(valueAt(predicate, 'buildDefinition', 'resolvedDependencies'));
    const [repository, path, ref] = [
      valueAt(workflow, 'repository'),
      valueAt(workflow, 'path'),
      valueAt(workflow, 'ref'),
    ];
    return [
      [repository, claims.repository],
      [`${String(repository)}/${String(path)}@${String(ref)}`, claims.buildConfig],
      [valueAt(source, 'uri'), `git+${claims.repository}@${claims.ref}`],
      [valueAt(source, 'digest', 'gitCommit'), claims.commit],
      [valueAt(github, 'event_name'), claims.trigger],
      [valueAt(github, 'repository_id'), claims.repositoryId],
      [valueAt(github, 'repository_owner_id'), claims.ownerId],
      [valueAt(predicate, 'runDetails', 'metadata', 'invocationId'), claims.run],
    ];
  },
  workflowOf: ({ buildConfig, repository }) => pathIn(buildConfig, `${repository}/`),
};

/** Its certificates write the path of the workflow after two slashes. */
const GITLAB: Builder = {
  issuer: 'https://gitlab.com',
  statementType: 'https://in-toto.io/Statement/v0.1',
  predicateType: 'https://slsa.dev/provenance/v0.2',
  buildType: 'https://github.com/npm/cli/gitlab/v0alpha1',
  buildTypeOf: predicate => valueAt(predicate, 'buildType'),
  builderOf: (predicate, { repository, runner }) => {
    const id = valueAt(predicate, 'builder', 'id');
    const isKnown = runner === 'gitlab-hosted' || runner === 'self-hosted';
    if (!isKnown || typeof id !== 'string' || !id.startsWith(`${repository}/-/runners/`)) return undefined;
    return /^\d+$/.test(id.slice(`${repository}/-/runners/`.length)) ? id : undefined;
  },
  pairs: (predicate, claims) => {
    const source = valueAt(predicate, 'invocation', 'configSource');
    const material = onlyItem(valueAt(predicate, 'materials'));
    return [
      [valueAt(source, 'uri'), `git+${claims.repository}`],
      [valueAt(source, 'digest', 'sha1'), claims.commit],
      [valueAt(material, 'uri'), `git+${claims.repository}`],
      [valueAt(material, 'digest', 'sha1'), claims.commit],
      [valueAt(predicate, 'invocation', 'parameters', 'CI_PROJECT_ID'), claims.repositoryId],
      [valueAt(predicate, 'metadata', 'buildInvocationId'), claims.run],
    ];
  },
  workflowOf: ({ buildConfig, repository }) => pathIn(buildConfig, `${repository}//`),
};

export const BUILDERS: readonly Builder[] = [GITHUB, GITLAB];

/** The builder whose statements these are, by types alone. */
export function findBuilder(issuer: string, statement: Statement): Builder | undefined {
  return BUILDERS.find(
    builder =>
      builder.issuer === issuer &&
      builder.statementType === statement.type &&
      builder.predicateType === statement.predicateType &&
      builder.buildTypeOf(statement.predicate) === builder.buildType,
  );
}

export const PROVENANCE_TYPES: readonly string[] = BUILDERS.map(({ predicateType }) => predicateType);

/** Tags may have an `@` too, such as `@acme/weather@1.2.3`. */
function pathIn(address: string, prefix: string): string | undefined {
  const end = address.indexOf('@refs/', prefix.length);
  if (!address.startsWith(prefix) || end <= prefix.length) return undefined;
  return address.slice(prefix.length, end);
}
