import type { ClientLink } from './client/client-link.ts';
import { ClientSession } from './client/client-session.ts';
import { reportCleaned, reportUndeliverable } from './client/withheld-items.ts';
import type { GuardSettings } from './guard-settings.ts';
import { GuardState } from './guard-state.ts';

/** The MCP proxy in front of servers, for any number of clients. Throws if the lock or the policy cannot protect a client. */
export class Guard {
  private readonly state: GuardState;
  private readonly sessions = new Set<ClientSession>();
  private advisedTools: string;

  constructor(settings: GuardSettings) {
    this.state = new GuardState(settings);
    reportUndeliverable(this.state);
    reportCleaned(this.state);
    this.advisedTools = this.state.advisedTools();
    settings.advisories?.onChange?.(() => this.onAdvisoriesChanged());
  }

  /** Tools with an advisory are not listed, so clients learn when their set changes. */
  private onAdvisoriesChanged(): void {
    reportUndeliverable(this.state);
    const before = this.advisedTools;
    this.advisedTools = this.state.advisedTools();
    if (this.advisedTools === before) return;
    for (const { session } of this.sessions) session.notifyChanged('tools');
  }

  /** Starts a session with servers of its own. */
  open(link: ClientLink): ClientSession {
    const session = new ClientSession(this.state, link);
    this.sessions.add(session);
    return session;
  }

  /** Reports a client message that was refused before it reached a session. */
  noteRefused(method: string, code: string, explain: string): void {
    this.state.noteMessage('client', method, code, explain);
  }

  async end(client: ClientSession): Promise<void> {
    this.sessions.delete(client);
    await client.session.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.sessions].map(session => this.end(session)));
  }
}
