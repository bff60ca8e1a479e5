import type { Signal } from './scan-text.ts';
import type { PlacedText } from './surface/gather-texts.ts';

/** Parameters named like system prompts or secrets. Placeholder until rules on names exist. */
export function findNamedSecrets(_texts: readonly PlacedText[]): (Signal & { readonly pointer: string })[] {
  return [];
}
