import type { Capability } from '../describe/index.ts';
import type { Subject } from './subject.ts';

/** Lowest first: a wider access includes the narrower ones. */
export const NETWORK_ACCESS = ['none', 'local', 'internet'] as const;
export const FILE_ACCESS = ['none', 'read', 'write', 'full'] as const;

/** The places where any of these capabilities is declared. */
export function declaring(subject: Subject, capabilities: readonly Capability[]): Subject['capabilities'] {
  return subject.capabilities.filter(({ capability }) => capabilities.includes(capability));
}
