/** The SDK is large: it is loaded while the first server starts, which takes as long. */
export function loadSdk(): Promise<typeof import('./sdk.ts')> {
  return import('./sdk.ts');
}

/** Settles once all that talks to servers is loaded, so that a program can do its own work after the first question is sent. */
export async function prepareToConnect(): Promise<void> {
  await loadSdk();
}
