import type { RiskLevel, Security } from '../../../describe/index.ts';

export interface LevelRequirements {
  readonly needsSandbox: boolean;
  readonly maxNetwork: Security['network_access'];
  readonly maxFile: Security['file_access'];
}

/**
 * What a declared risk level permits. With the levels of the capabilities (describe/risk-evidence.ts) this is the
 * seed's table made cumulative: a level permits all that lower levels permit, so every set of capabilities has a home.
 */
export const LEVEL_REQUIREMENTS: Readonly<Record<RiskLevel, LevelRequirements>> = {
  low: { needsSandbox: false, maxNetwork: 'local', maxFile: 'read' },
  medium: { needsSandbox: true, maxNetwork: 'internet', maxFile: 'write' },
  high: { needsSandbox: true, maxNetwork: 'internet', maxFile: 'full' },
  critical: { needsSandbox: true, maxNetwork: 'internet', maxFile: 'full' },
};
