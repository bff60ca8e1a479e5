/** The SDK is large: it is loaded while the first server starts, which takes as long. */
export function loadSdk(): Promise<typeof import('./sdk.ts')> {
  return import('./sdk.ts');
}
