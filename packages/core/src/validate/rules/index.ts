import type { Rule } from '../rule.ts';
import { capabilityClosedWorld } from './metadata/capability-closed-world.ts';
import { capabilityNotDestructive } from './metadata/capability-not-destructive.ts';
import { capabilityReadOnly } from './metadata/capability-read-only.ts';
import { commandReadOnly } from './metadata/command-read-only.ts';
import { deleteNotDestructive } from './metadata/delete-not-destructive.ts';
import { deleteUndeclared } from './metadata/delete-undeclared.ts';
import { domainClosedWorld } from './metadata/domain-closed-world.ts';
import { flagsUndeclared } from './metadata/flags-undeclared.ts';
import { hintMismatch } from './metadata/hint-mismatch.ts';
import { misnamedHint } from './metadata/misnamed-hint.ts';
import { mutatingReadOnly } from './metadata/mutating-read-only.ts';
import { nullHint } from './metadata/null-hint.ts';
import { opaqueIdempotent } from './metadata/opaque-idempotent.ts';
import { opaqueNotDestructive } from './metadata/opaque-not-destructive.ts';
import { opaqueReadOnly } from './metadata/opaque-read-only.ts';
import { operationsEmpty } from './metadata/operations-empty.ts';
import { operationsRepeated } from './metadata/operations-repeated.ts';
import { readDestructive } from './metadata/read-destructive.ts';
import { readNotReadOnly } from './metadata/read-not-read-only.ts';
import { readOnlyDestructive } from './metadata/read-only-destructive.ts';
import { readOnlyNotIdempotent } from './metadata/read-only-not-idempotent.ts';
import { unknownDomain } from './metadata/unknown-domain.ts';
import { capabilityLevel } from './security/capability-level.ts';
import { domainsUndeclared } from './security/domains-undeclared.ts';
import { fileLevel } from './security/file-level.ts';
import { networkLevel } from './security/network-level.ts';
import { pathGrammar } from './security/path-grammar.ts';
import { riskFloor } from './security/risk-floor.ts';
import { riskSuspected } from './security/risk-suspected.ts';
import { sandboxRequired } from './security/sandbox-required.ts';
import { unusedGrant } from './security/unused-grant.ts';
import { authorPlaceholder } from './semantic/author-placeholder.ts';
import { databaseCapability } from './semantic/database-capability.ts';
import { descriptionMissing } from './semantic/description-missing.ts';
import { descriptionPoor } from './semantic/description-poor.ts';
import { encodedPayload } from './semantic/encoded-payload.ts';
import { fileCapability } from './semantic/file-capability.ts';
import { hiddenCharacters } from './semantic/hidden-characters.ts';
import { inputSchema } from './semantic/input-schema.ts';
import { largeInteger } from './semantic/large-integer.ts';
import { linkInText } from './semantic/link-in-text.ts';
import { mixedScript } from './semantic/mixed-script.ts';
import { modelDirectedText } from './semantic/model-directed-text.ts';
import { nameConflict } from './semantic/name-conflict.ts';
import { networkCapability } from './semantic/network-capability.ts';
import { parameterRequired } from './semantic/parameter-required.ts';
import { promotionalText } from './semantic/promotional-text.ts';
import { prototypeMember } from './semantic/prototype-member.ts';
import { schemaVersionKnown } from './semantic/schema-version.ts';
import { toolName } from './semantic/tool-name.ts';
import { twinMembers } from './semantic/twin-members.ts';

/** The default rule set. The order does not matter. */
export const RULES: readonly Rule[] = [
  authorPlaceholder,
  capabilityClosedWorld,
  capabilityLevel,
  capabilityNotDestructive,
  capabilityReadOnly,
  commandReadOnly,
  databaseCapability,
  deleteNotDestructive,
  deleteUndeclared,
  descriptionMissing,
  descriptionPoor,
  domainClosedWorld,
  domainsUndeclared,
  encodedPayload,
  fileCapability,
  fileLevel,
  flagsUndeclared,
  hiddenCharacters,
  hintMismatch,
  inputSchema,
  largeInteger,
  linkInText,
  misnamedHint,
  mixedScript,
  modelDirectedText,
  mutatingReadOnly,
  nameConflict,
  networkCapability,
  networkLevel,
  nullHint,
  opaqueIdempotent,
  opaqueNotDestructive,
  opaqueReadOnly,
  operationsEmpty,
  operationsRepeated,
  parameterRequired,
  pathGrammar,
  promotionalText,
  prototypeMember,
  readDestructive,
  readNotReadOnly,
  readOnlyDestructive,
  readOnlyNotIdempotent,
  riskFloor,
  riskSuspected,
  sandboxRequired,
  schemaVersionKnown,
  toolName,
  twinMembers,
  unknownDomain,
  unusedGrant,
];
