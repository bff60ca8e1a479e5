import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const SESSION_END_MS = 500;

/** Tells the server that the session is over, without waiting long for a server that does not care. */
export async function endSession(transport: StreamableHTTPClientTransport): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>(resolve => {
    timer = setTimeout(resolve, SESSION_END_MS);
  });
  await Promise.race([transport.terminateSession().catch(() => {}), patience]);
  clearTimeout(timer);
}
