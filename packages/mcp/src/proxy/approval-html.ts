import { createHash } from 'node:crypto';
import { inert } from '@toolmark/core';
import { APPROVAL_STYLE } from './approval-style.ts';
import type { WaitingQuestion } from './waiting-questions.ts';

export interface PageContent {
  readonly questions: readonly WaitingQuestion[];
  /** Where answers go. */
  readonly action: string;
  readonly now: number;
  /** Something to say first. */
  readonly notice?: string | undefined;
}

/** Nothing may be loaded, run or framed; forms go back to where they came from. */
export const APPROVAL_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(APPROVAL_STYLE).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const SECONDS_BETWEEN_LOOKS = 2;

/**
 * The page with all that waits, as plain HTML without scripts. It looks again by itself only while nothing waits: buttons
 * must not move under the hand of whoever is about to press one.
 */
export function approvalHtml({ questions, action, now, notice }: PageContent): string {
  const count = questions.length;
  const head =
    count === 0 ? 'Nothing waits for you' : `${count === 1 ? 'One call waits' : `${count} calls wait`} for you`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${count === 0 ? `<meta http-equiv="refresh" content="${SECONDS_BETWEEN_LOOKS}">\n` : ''}<title>${count === 0 ? '' : `(${count}) `}Toolmark asks</title>
<style>${APPROVAL_STYLE}</style>
</head>
<body>
<main>
<header class="top"><p class="name">Toolmark guard</p><h1>${head}</h1></header>
${notice === undefined ? '' : `<p class="notice" role="status">${escapeHtml(notice)}</p>\n`}${
  count === 0
    ? '<p class="quiet">Keep this page open. Calls that need a person appear here.</p>'
    : questions.map(question => questionHtml(question, action, now)).join('\n')
}
${count === 0 ? '' : `<p class="quiet"><a href="${escapeHtml(action)}">Look again</a> for what has come meanwhile.</p>`}
</main>
</body>
</html>
`;
}

/** Refuse comes first: it is what the Enter key presses. */
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

/** Lines have numbers: a text that is broken by the screen cannot pass for the next member. */
function linesHtml(text: string): string {
  return text
    .split('\n')
    .map(line => `<span>${escapeHtml(line)}\n</span>`)
    .join('');
}

const LONGEST_TEXT = 500;

/** Words of strangers: no control or invisible character, no markup, and no flood. */
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
