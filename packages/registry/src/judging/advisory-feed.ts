import type { AdvisoryDetails } from '@toolmark/client';
import { inert, sha256 } from '@toolmark/core';
import { type AdvisorySigner, advisoryKey } from '@toolmark/core/sign';

/** How many advisories the feed contains; the signed list has all. */
export const FEED_LENGTH = 100;

/** The newest advisories as an Atom feed (RFC 4287). */
export function advisoryFeed(
  advisories: readonly AdvisoryDetails[],
  { publicKey }: AdvisorySigner,
  issuedAt: number,
): string {
  const { id: registry } = advisoryKey(publicKey);
  const times = advisories.map(updatedOf);
  const updated = times.reduce((newest, time) => (time > newest ? time : newest), times[0] ?? toTime(issuedAt));
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', uuidOf(registry)),
    element('title', 'Toolmark advisories'),
    element('updated', updated),
    `<author>${element('name', 'Toolmark registry')}</author>`,
    '<link rel="self" type="application/atom+xml" href="/api/v1/advisories.atom"/>',
    ...advisories.map(advisory => entry(advisory, registry)),
    '</feed>',
    '',
  ].join('\n');
}

function entry(advisory: AdvisoryDetails, registry: string): string {
  const { id, severity, summary, digests, tool, version, issuedAt, withdrawnAt } = advisory;
  const what = tool === undefined ? '' : ` ${tool} ${version ?? ''}`;
  const title = `${id} (${withdrawnAt === null ? severity : 'withdrawn'})${what}`;
  return [
    '<entry>',
    element('id', uuidOf(`${registry} ${id}`)),
    element('title', title),
    element('published', issuedAt),
    element('updated', updatedOf(advisory)),
    `<category term="${escapeXml(severity)}"/>`,
    `<link rel="alternate" type="application/json" href="/api/v1/advisories/${escapeXml(encodeURIComponent(id))}"/>`,
    `<content type="text">${escapeXml(`${summary} ${digests.join(' ')}`)}</content>`,
    '</entry>',
  ].join('\n');
}

function updatedOf({ issuedAt, withdrawnAt }: AdvisoryDetails): string {
  return withdrawnAt ?? issuedAt;
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}

/** A stable UUID of version 8 (RFC 9562), derived from the text. */
function uuidOf(text: string): string {
  const hex = sha256(text).slice(7);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** `inert` replaces the characters that XML cannot represent. */
function escapeXml(text: string): string {
  return inert(text).replace(/[&<>"']/g, sign => ESCAPES[sign] ?? '');
}
