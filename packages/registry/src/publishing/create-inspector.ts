import type { TrustMaterial } from '@toolmark/core';
import { DocumentInspector } from './document-inspector.ts';
import { InspectingThread } from './inspecting-thread.ts';
import type { Inspector } from './inspector.ts';

/** The inspector of a served registry. TypeScript sources have no built file that a thread could load. */
export function createInspector(trust: TrustMaterial): Inspector {
  return import.meta.url.endsWith('.ts') ? new DocumentInspector(trust) : new InspectingThread(trust);
}
