import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/client/stdio';
import { inert } from '@toolmark/core';

/** An agent: a client of the official SDK and the server that it starts. */
export class Agent {
  readonly #client = new Client({ name: 'demo-agent', version: '1.0.0' });
  readonly #transport: StdioClientTransport;
  readonly #written: Promise<string>;

  constructor(server: StdioServerParameters) {
    this.#transport = new StdioClientTransport({ ...server, stderr: 'pipe' });
    const stderr = new PassThrough();
    this.#transport.stderr?.pipe(stderr);
    this.#written = text(stderr);
  }

  /** Resolves to an empty text, or fails with the standard error of the server. */
  async connect(): Promise<string> {
    try {
      await this.#client.connect(this.#transport);
      return '';
    } catch (cause) {
      throw new Error(await this.close(), { cause });
    }
  }

  /** One line per tool that the model would see. */
  async listTools(): Promise<string> {
    const { tools } = await this.#client.listTools();
    const width = tools.reduce((widest, { name }) => Math.max(widest, name.length), 0);
    return tools.map(({ name, description = '' }) => `${inert(name).padEnd(width)}  ${inert(description)}`).join('\n');
  }

  async callTool(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
    const { content } = await this.#client.callTool({ name, arguments: args });
    return content.map(part => (part.type === 'text' ? inert(part.text) : part.type)).join('\n');
  }

  /** Returns the standard error of the server, which clients keep in their logs. */
  async close(): Promise<string> {
    await this.#client.close();
    return (await this.#written).trimEnd();
  }
}
