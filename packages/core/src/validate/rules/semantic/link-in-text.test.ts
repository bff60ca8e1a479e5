import { described, documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { linkInText } from './link-in-text.ts';

ruleTable(linkInText, {
  rejects: [
    ['an address with a hidden character in it', described('See https://evil.example/\u200bpay'), '/description'],
    ['an address with a terminal escape in it', described('See https://evil.example/\u001b[2K'), '/description'],
    ['an address in capitals', described('See HTTPS://EVIL.EXAMPLE'), '/description'],
    ['two addresses, reported as one', described('http://a.example and https://b.example'), '/description'],
    ['an address in brackets', described('Docs (https://docs.example/api).'), '/description'],
    ['an address of a million letters', described(`http://${'a'.repeat(1_000_000)}`), '/description'],
    ['an address in a document', documentWith({ description: 'See https://docs.example.' }), '/tool/description'],
  ],
  accepts: [
    ['the word http', described('Sends an HTTP request over https.')],
    ['a host without a scheme', described('Talks to api.example.com.')],
    ['another scheme', described('Opens file:///tmp/x and postgres://localhost/db.')],
    ['a scheme inside a word', described('The xhttp://protocol is no address.')],
    [
      'an example address in a parameter',
      mcpToolWith({ inputSchema: { properties: { url: { examples: ['https://a.example'] } } } }),
    ],
    ['a description that is no text', mcpToolWith({ description: ['https://a.example'] })],
  ],
});
