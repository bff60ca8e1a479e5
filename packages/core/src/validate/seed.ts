import { isJsonObject, type Json, type JsonObject, member, pythonForm } from '../base/index.ts';
import { FILE_ACCESS, NETWORK_ACCESS } from './access.ts';

/** The result of the security check of the seed, with its exact wording. */
export interface SeedVerdict {
  readonly valid: boolean;
  readonly message: string;
}

interface Requirements {
  readonly capabilities: readonly string[];
  readonly sandbox: boolean;
  readonly network: number;
  readonly file: number;
}

/** The original table. It is not cumulative: `critical` permits no files, network, databases or interaction. */
const REQUIREMENTS: Readonly<Record<string, Requirements>> = {
  low: { capabilities: ['read_file', 'user_interaction'], sandbox: false, network: 1, file: 1 },
  medium: {
    capabilities: ['read_file', 'write_file', 'network_request', 'user_interaction'],
    sandbox: true,
    network: 2,
    file: 2,
  },
  high: {
    capabilities: ['read_file', 'write_file', 'network_request', 'database_access', 'system_info'],
    sandbox: true,
    network: 2,
    file: 3,
  },
  critical: { capabilities: ['execute_command', 'admin_operation'], sandbox: true, network: 2, file: 3 },
};

/** The first failure, in the order and wording of the seed. */
export function seedVerdict(document: Json): SeedVerdict {
  const tool = objectMember(document, 'tool');
  const security = objectMember(tool, 'security');
  const level = member(security, 'risk_level');
  const table = typeof level === 'string' && Object.hasOwn(REQUIREMENTS, level) ? REQUIREMENTS[level] : undefined;
  if (table === undefined) return refused(`Invalid risk level: ${pythonText(level)}`);
  if (!capabilitiesOf(tool).every(capability => table.capabilities.includes(capability))) {
    return refused('Capabilities exceed risk level restrictions');
  }
  if (table.sandbox && member(security, 'sandboxing_required') !== true) {
    return refused('Sandboxing required for this risk level');
  }
  if (rank(NETWORK_ACCESS, member(security, 'network_access')) > table.network) {
    return refused('Network access exceeds risk level restrictions');
  }
  if (rank(FILE_ACCESS, member(security, 'file_access')) > table.file) {
    return refused('File access exceeds risk level restrictions');
  }
  return { valid: true, message: 'Security configuration valid' };
}

const GRAVE = ['execute_command', 'admin_operation', 'system_info'];

/** The second check of the seed: whether capabilities and security settings are aligned. */
export function seedAlignment(document: Json): boolean {
  const tool = objectMember(document, 'tool');
  const security = objectMember(tool, 'security');
  const capabilities = capabilitiesOf(tool);
  const level = member(security, 'risk_level');
  const isContained = (level === 'high' || level === 'critical') && member(security, 'sandboxing_required') === true;
  if (capabilities.some(capability => GRAVE.includes(capability)) && !isContained) return false;
  if (capabilities.includes('network_request') && member(security, 'network_access') === 'none') return false;
  const usesFiles = capabilities.includes('read_file') || capabilities.includes('write_file');
  return !(usesFiles && member(security, 'file_access') === 'none');
}

function refused(message: string): SeedVerdict {
  return { valid: false, message };
}

function objectMember(value: Json, key: string): JsonObject {
  const found = isJsonObject(value) ? member(value, key) : undefined;
  return isJsonObject(found) ? found : {};
}

function capabilitiesOf(tool: JsonObject): string[] {
  const capabilities = member(tool, 'capabilities');
  return Array.isArray(capabilities) ? capabilities.map(item => (typeof item === 'string' ? item : '')) : [];
}

/** An unknown word counts as no access. */
function rank(ranks: readonly (Json | undefined)[], word: Json | undefined): number {
  return Math.max(0, ranks.indexOf(word));
}

function pythonText(value: Json | undefined): string {
  if (value === undefined || value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'object' ? pythonForm(value) : String(value);
}
