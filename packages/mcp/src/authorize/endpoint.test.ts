import { describe, expect, test } from 'vitest';
import { parseEndpoint, parseResourceServer } from './endpoint.ts';

describe('an address that a server names', () => {
  test.each([
    'http://login.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'https://user@login.example/',
    'https://login.example/#fragment',
    'https://127.0.0.1/',
    'http://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://10.1.2.3/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.100.100.200/',
    'https://0.0.0.0/',
    'https://255.255.255.255/',
    'https://localhost/',
    'https://localhost./',
    'https://a.localhost/',
    'https://intranet/',
    'not an address',
    7,
    undefined,
    `https://login.example/${'x'.repeat(2000)}`,
  ])('[login.addresses] %s is refused for a server in the internet', text => {
    const server = parseResourceServer('https://mcp.example/mcp');
    expect(() => parseEndpoint(text, 'issuer', server)).toThrow(
      expect.objectContaining({ code: 'authorization.insecure-address' }),
    );
  });

  test.each([
    ['https://mcp.example/mcp', 'https://login.example/token'],
    ['https://mcp.example/mcp', 'https://93.184.216.34/'],
    ['https://mcp.example/mcp', 'https://[2606:2800:220:1::1]/'],
    ['http://127.0.0.1:8080/mcp', 'http://127.0.0.1:9090/'],
    ['http://localhost/mcp', 'http://[::1]/'],
    ['https://10.0.0.5/mcp', 'https://10.0.0.6/'],
    ['https://intranet/mcp', 'https://sso/'],
    ['https://10.0.0.5/mcp', 'https://login.example/'],
  ])('of %s may be %s', (server, text) => {
    expect(parseEndpoint(text, 'issuer', parseResourceServer(server)).href).toBe(new URL(text).href);
  });

  test('is shown inert', () => {
    const server = parseResourceServer('https://mcp.example/mcp');
    expect(() => parseEndpoint('\u001b[2Jx', 'issuer', server)).toThrow('The issuer is "\\u{1b}[2Jx"');
  });
});

describe('a server that tokens are for', () => {
  test.each([
    'http://mcp.example/mcp',
    'http://10.0.0.5/mcp',
    'ftp://mcp.example/',
    'https://a:b@mcp.example/',
    'mcp',
    '',
  ])('%s gets none', text => {
    expect(() => parseResourceServer(text)).toThrow(
      expect.objectContaining({ code: 'authorization.insecure-address' }),
    );
  });

  test('is known by its address, without query and fragment', () => {
    const server = parseResourceServer('https://MCP.example:443/a/../mcp?key=sesame#x');
    expect([server.address, server.url.href]).toEqual(['https://mcp.example/mcp', 'https://mcp.example/mcp']);
  });
});
