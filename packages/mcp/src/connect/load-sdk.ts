/** The SDK is large: it is loaded while the first server starts, which takes as long. */
export function loadSdk(): Promise<typeof import('@modelcontextprotocol/client')> {
  return import('@modelcontextprotocol/client');
}
