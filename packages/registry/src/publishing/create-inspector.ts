import type { TrustMaterial } from '@toolmark/core';
import { DocumentInspector } from './document-inspector.ts';
import { InspectingThread } from './inspecting-thread.ts';
import type { Inspector } from './inspector.ts';

/** For a registry that is served. Sources that run as they were written have no file for a thread to start with. */
export function createInspector(trust: TrustMaterial): Inspector {
  return import.meta.url.endsWith('.ts') ? new DocumentInspector(trust) : new InspectingThread(trust);
}
