import { type JsonObject, type SigningIdentity, signDocument } from '@toolmark/core';
import { addCertificate, createPublisher } from '../accounts/accounts.ts';
import { OPERATOR, type Principal } from '../accounts/principal.ts';
import { publish } from '../publishing/publish.ts';
import type { Registry } from '../registry.ts';
import weather from './examples/get_weather_forecast.json' with { type: 'json' };
import invoices from './examples/search_invoices.json' with { type: 'json' };
import email from './examples/send_email.json' with { type: 'json' };
import notes from './examples/summarise_notes.json' with { type: 'json' };

const EXAMPLES: readonly JsonObject[] = [weather, invoices, email, notes];

const PUBLISHER: Principal = { id: 'examples', permissions: ['publish'], namespace: undefined };

/** Adds a few example tools to a new registry, signed with a temporary key. Returns how many. */
export async function addExamples(registry: Registry, identity: SigningIdentity): Promise<number> {
  const { id } = PUBLISHER;
  await createPublisher(registry, OPERATOR, { id, name: 'Examples', permissions: ['publish'] });
  await addCertificate(registry, OPERATOR, id, toPem(identity.certificate));
  for (const document of EXAMPLES) {
    await publish(registry, PUBLISHER, signDocument(document, identity, { now: registry.now() }));
  }
  return EXAMPLES.length;
}

function toPem(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
