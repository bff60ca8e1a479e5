import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ToolmarkError } from '@toolmark/core';
import { APPROVAL_POLICY, approvalHtml } from './approval-html.ts';
import type { Approver } from './approver.ts';
import { WaitingQuestions } from './waiting-questions.ts';

export interface ApprovalPage {
  /** A secret: it authorizes to answer. */
  readonly url: string;
  readonly approver: Approver;
  close(): Promise<void>;
}

export interface PageOptions {
  /** 0: any free port. */
  readonly port: number;
  now(): number;
}

const ADDRESS = '127.0.0.1';
const MAX_BODY_BYTES = 1_024;
const MAX_CONNECTIONS = 32;
const PATIENCE_MS = 10_000;

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': APPROVAL_POLICY,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Opens a local page where a person allows or refuses waiting calls. */
export async function openApprovalPage({ port, now }: PageOptions): Promise<ApprovalPage> {
  const questions = new WaitingQuestions(now);
  const path = `/${randomBytes(24).toString('base64url')}/`;
  const server = createServer({ requestTimeout: PATIENCE_MS, headersTimeout: PATIENCE_MS });
  server.maxConnections = MAX_CONNECTIONS;
  const actual = await listen(server, port);
  const desk = { questions, path, hosts: [`${ADDRESS}:${actual}`, `localhost:${actual}`], now };
  server.on('request', (request, response) => void serve(desk, request, response).catch(() => response.destroy()));
  return { url: `http://${ADDRESS}:${actual}${path}`, approver: questions, close: () => close(server, questions) };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', cause => {
      const message = `Could not open the approval page on port ${port}: ${cause.message}. Choose another port, or 0 for any free port.`;
      reject(new ToolmarkError('guard.page-failed', message, { cause }));
    });
    server.listen(port, ADDRESS, () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
    });
  });
}

function close(server: Server, questions: WaitingQuestions): Promise<void> {
  questions.close();
  return new Promise(resolve => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

interface Desk {
  readonly questions: WaitingQuestions;
  /** The secret. */
  readonly path: string;
  readonly hosts: readonly string[];
  now(): number;
}

async function serve(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Refuses DNS names that point at this machine (DNS rebinding).
  if (!desk.hosts.includes(request.headers.host ?? '')) return end(response, 403);
  if (!isSame(request.url ?? '', desk.path)) return end(response, 404);
  if (request.method === 'GET') return show(desk, response, 200);
  if (request.method !== 'POST') return end(response, 405);
  if (!isFromPage(desk, request)) return end(response, 403);
  const form = await readForm(request);
  const answer = form === undefined ? undefined : ANSWERS.get(form.get('answer') ?? '');
  if (form === undefined || answer === undefined) return end(response, 400);
  if (desk.questions.answer(form.get('id') ?? '', answer)) return end(response, 303, { Location: desk.path });
  show(desk, response, 409, 'That call is no longer waiting: it was answered, cancelled or timed out.');
}

const ANSWERS = new Map([
  ['allow', 'yes' as const],
  ['refuse', 'no' as const],
]);

function show({ questions, path, now }: Desk, response: ServerResponse, status: number, notice?: string): void {
  const html = approvalHtml({ questions: questions.all(), action: path, now: now(), notice });
  response.writeHead(status, HEADERS).end(html);
}

function end(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...HEADERS, ...headers, Connection: 'close' }).end();
}

/** Compares in constant time. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/** Forms of a page without referrer have the origin `null`; `Sec-Fetch-Site` tells where they come from. */
function isFromPage({ hosts }: Desk, { headers }: IncomingMessage): boolean {
  const { origin = 'null' } = headers;
  const site = headers['sec-fetch-site'] ?? 'same-origin';
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  return isForm && site === 'same-origin' && (origin === 'null' || hosts.some(host => origin === `http://${host}`));
}

/** Undefined if the body is longer than any answer. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
