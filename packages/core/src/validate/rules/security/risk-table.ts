import type { RiskLevel, Security } from '../../../describe/index.ts';

export interface LevelRequirements {
  readonly needsSandbox: boolean;
  readonly maxNetwork: Security['network_access'];
  readonly maxFile: Security['file_access'];
}

/**
 * The limits of each risk level. Unlike the seed's table, each level permits all that lower levels permit, so every set
 * of capabilities is possible. The levels of the capabilities are in describe/risk-evidence.ts.
 */
export const LEVEL_REQUIREMENTS: Readonly<Record<RiskLevel, LevelRequirements>> = {
  low: { needsSandbox: false, maxNetwork: 'local', maxFile: 'read' },
  medium: { needsSandbox: true, maxNetwork: 'internet', maxFile: 'write' },
  high: { needsSandbox: true, maxNetwork: 'internet', maxFile: 'full' },
  critical: { needsSandbox: true, maxNetwork: 'internet', maxFile: 'full' },
};
