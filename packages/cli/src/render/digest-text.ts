import { inert } from '@toolmark/core';
import pc from 'picocolors';

export type Profile = 'toolmark' | 'mcptrust';

export interface DigestedItem {
  readonly name: string;
  readonly digest?: string;
  readonly parts: Readonly<Record<string, string>>;
  readonly riskLevel?: string;
}

export interface DigestResult {
  readonly profile: Profile;
  readonly tools: readonly DigestedItem[];
  readonly prompts?: readonly DigestedItem[];
  readonly templates?: readonly DigestedItem[];
  readonly surfaceDigest?: string;
  /** The config starts a guard, and the server behind it was asked. */
  readonly behind?: 'guard';
}

export function formatDigests(result: DigestResult, hasColor: boolean): string {
  const color = pc.createColors(hasColor);
  const list = (title: string, items: readonly DigestedItem[]): string[] =>
    items.length === 0 ? [] : [color.bold(title), ...items.flatMap(item => describe(item))];
  return [
    ...list('tools', result.tools),
    ...list('prompts', result.prompts ?? []),
    ...list('templates', result.templates ?? []),
    ...(result.surfaceDigest === undefined ? [] : [color.bold('surface'), `  ${result.surfaceDigest}`]),
    '',
  ].join('\n');
}

function describe({ name, digest, parts, riskLevel }: DigestedItem): string[] {
  const risk = riskLevel === undefined ? '' : `  (risk ${riskLevel})`;
  if (digest !== undefined) return [`  ${digest}  ${inert(name)}${risk}`];
  return [
    `  ${inert(name)}${risk}`,
    ...Object.entries(parts).map(([part, hash]) => `    ${part}  ${hash || '(empty)'}`),
  ];
}
