/** The SDK is large: it is loaded while the first server starts. */
export function loadSdk(): Promise<typeof import('./sdk.ts')> {
  return import('./sdk.ts');
}

/** Resolves when the MCP SDK is loaded. */
export async function prepareToConnect(): Promise<void> {
  await loadSdk();
}
