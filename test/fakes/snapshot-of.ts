import { connect } from '../../packages/mcp/src/connect/connect.ts';
import type { ConnectOptions } from '../../packages/mcp/src/connect/connection.ts';
import type { ServerSource } from '../../packages/mcp/src/connect/server-source.ts';

/** For tests: connects, takes one snapshot and closes the connection. */
export async function snapshotOf(source: ServerSource, options: ConnectOptions = {}) {
  const connection = await connect(source, { env: { PATH: process.env.PATH }, ...options });
  try {
    return await connection.takeSnapshot();
  } finally {
    await connection.close();
  }
}
