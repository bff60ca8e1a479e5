import { type Approver, openApprovalPage } from '@toolmark/mcp/proxy';
import type { Io } from '../io.ts';
import { TerminalApprover } from './terminal-approver.ts';

/** Where people are asked whose client cannot ask them, and how to stop that. */
export interface OpenApprover {
  readonly approver?: Approver;
  close(): Promise<void>;
}

/** The approval page if a port is given, else the terminal if standard input is free, else none. */
export async function openApprover(port: number | undefined, isInputFree: boolean, io: Io): Promise<OpenApprover> {
  if (port !== undefined) return openPage(port, io);
  if (!isInputFree || !io.isInteractive) return { close: async () => {} };
  const approver = new TerminalApprover(io.streams().input, io.stderr);
  return { approver, close: async () => approver.close() };
}

async function openPage(port: number, io: Io): Promise<OpenApprover> {
  const { url, approver, close } = await openApprovalPage({ port, now: Date.now });
  io.stderr(`toolmark guard: calls that need a person wait at ${url}\n`);
  return { approver, close };
}
