import { createHash } from 'node:crypto';
import { inert } from '@toolmark/core';
import { APPROVAL_STYLE } from './approval-style.ts';
import type { WaitingQuestion } from './waiting-questions.ts';

export interface PageContent {
  readonly questions: readonly WaitingQuestion[];
  /** The form target. */
  readonly action: string;
  readonly now: number;
  /** A notice at the top. */
  readonly notice?: string | undefined;
}

/** Nothing can be loaded, run or framed; forms post to the page itself. */
export const APPROVAL_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(APPROVAL_STYLE).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const SECONDS_BETWEEN_LOOKS = 2;

/**
 * The page with all waiting calls, as plain HTML without scripts. It reloads itself only while no call waits: buttons must not
 * move under the pointer.
 */
export function approvalHtml({ questions, action, now, notice }: PageContent): string {
  const count = questions.length;
  const head =
    count === 0 ? 'No calls are waiting' : `${count === 1 ? 'One call is' : `${count} calls are`} waiting for approval`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${count === 0 ? `<meta http-equiv="refresh" content="${SECONDS_BETWEEN_LOOKS}">\n` : ''}<title>${count === 0 ? '' : `(${count}) `}Toolmark approval</title>
<style>${APPROVAL_STYLE}</style>
</head>
<body>
<main>
<header class="top"><p class="name">Toolmark guard</p><h1>${head}</h1></header>
${notice === undefined ? '' : `<p class="notice" role="status">${escapeHtml(notice)}</p>\n`}${
  count === 0
    ? '<p class="quiet">Keep this page open. Calls that need approval appear here.</p>'
    : questions.map(question => questionHtml(question, action, now)).join('\n')
}
${count === 0 ? '' : `<p class="quiet"><a href="${escapeHtml(action)}">Reload</a> to see new calls.</p>`}
</main>
</body>
</html>
`;
}

/** Refuse comes first: the Enter key presses it. */
function questionHtml(question: WaitingQuestion, action: string, now: number): string {
  const { id, server, tool, digest, explain, arguments: args, askedAt } = question;
  return `<article>
<h2>Call <code>${untrusted(tool)}</code> on <code>${untrusted(server)}</code>?</h2>
<p class="why">${untrusted(explain)}</p>
<h3>Arguments</h3>
<pre tabindex="0">${linesHtml(args)}</pre>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="id" value="${escapeHtml(id)}">
<button name="answer" value="refuse">Refuse</button>
<button name="answer" value="allow" class="allow">Allow</button>
<p class="facts">asked ${ageOf(now - askedAt)} ago · <code>${escapeHtml(digest.slice(0, 19))}…</code></p>
</form>
</article>`;
}

/** Lines are numbered: wrapped text cannot pass for the next member. */
function linesHtml(text: string): string {
  return text
    .split('\n')
    .map(line => `<span>${escapeHtml(line)}\n</span>`)
    .join('');
}

const LONGEST_TEXT = 500;

/** Untrusted text: inert, escaped and cut. */
function untrusted(text: string): string {
  return escapeHtml(inert(text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '');
}

function ageOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}
