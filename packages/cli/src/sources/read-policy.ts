import {
  compilePolicy,
  type Digest,
  type Policy,
  parsePolicy,
  quoteInert,
  sha256,
  ToolmarkError,
} from '@toolmark/core';
import { refuseUnknownRules } from '@toolmark/core/validate';
import { readYaml, type Source } from '../files/read-yaml.ts';
import type { Io } from '../io.ts';

/** Reads a policy in YAML or JSON; errors name the line. */
export function readPolicy(file: string, io: Pick<Io, 'cwd' | 'stdin'>): Policy {
  return readPolicyFile(file, io).policy;
}

/** The same with the digest of the bytes it was read from. */
export function readPolicyFile(file: string, io: Pick<Io, 'cwd' | 'stdin'>): { policy: Policy; digest: Digest } {
  const source = readYaml(file, io, 'policy.malformed');
  return { policy: policyOf(source, file), digest: sha256(source.bytes) };
}

function policyOf(source: Source, file: string): Policy {
  try {
    const policy = parsePolicy(source.value);
    refuseUnknownRules(policy.waivers ?? []);
    // A condition that cannot be used is noticed by every command that reads the policy, not only by those that decide.
    compilePolicy(policy);
    return policy;
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    const reasons = error.findings.map(finding => `line ${source.lineOf(finding.pointer)}: ${finding.message}`);
    throw new ToolmarkError(error.code, `${quoteInert(file)} cannot be used. ${reasons.join(' ')}`, {
      cause: error,
      findings: error.findings,
    });
  }
}
