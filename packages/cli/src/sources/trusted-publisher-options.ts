import type { NewTrustedPublisher } from '@toolmark/client';
import { ToolmarkError } from '@toolmark/core';

export interface TrustArguments {
  /** The account. */
  readonly id: string;
  /** The repository, as `OWNER/NAME`. */
  readonly trustCi?: string;
  readonly namespace?: string;
  /** The name of the file, or the whole reference. */
  readonly workflow?: string;
  readonly environment?: string;
  readonly issuer?: string;
}

const GITHUB = 'https://token.actions.githubusercontent.com';

/** The CI jobs that an account is to trust, if any. */
export function newTrustedPublisher(given: TrustArguments): NewTrustedPublisher | undefined {
  const { id, trustCi: repository, namespace, workflow, environment, issuer = GITHUB } = given;
  if (repository === undefined) {
    if ((namespace ?? workflow ?? environment ?? given.issuer) === undefined) return undefined;
    const message = '--namespace, --workflow, --environment and --issuer belong to --trust-ci OWNER/NAME.';
    throw new ToolmarkError('usage.trust-ci', message);
  }
  if (namespace === undefined) {
    const message = '--trust-ci needs --namespace: what the jobs may publish, as in "io.github.ada/*" or "acme_*".';
    throw new ToolmarkError('usage.trust-ci', message);
  }
  const claims = { repository, workflow_ref: workflow && wholeReference(repository, workflow), environment };
  return { publisher: id, namespace, issuer, claims };
}

/** `release.yml@refs/tags/v1` is a file of the repository; what has a slash before the `@` is the whole reference. */
function wholeReference(repository: string, workflow: string): string {
  const [file = ''] = workflow.split('@', 1);
  return file.includes('/') ? workflow : `${repository}/.github/workflows/${workflow}`;
}
