import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { jcs, parseMcpTool, parseSnapshot, readJson, sha256, toolDigest, validate } from '@toolmark/core';
import { parseToolList } from '@toolmark/core/formats';
import { describe, expect, test } from 'vitest';
import { describeShared } from '../shared.ts';

const NOW = new Date('2026-11-15T12:00:00Z');

// The examples of the specification, https://github.com/modelcontextprotocol/modelcontextprotocol.
describeShared('the examples of the MCP specification', 'vectors/public/mcp', root => {
  describe.each(['2026-07-28', 'draft'])('%s', version => {
    const folder = path.join(root, 'examples', version, 'examples');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.json'));
    const under = (type: string): string[] => files.filter(file => path.dirname(file) === type).sort();
    const bytesOf = (file: string): Buffer => readFileSync(path.join(folder, file));

    test('all 129 are read, digested, and the same after writing and reading again', () => {
      expect(files).toHaveLength(129);
      for (const file of files) {
        const value = readJson(bytesOf(file));
        const canonical = jcs(value);
        expect(readJson(new TextEncoder().encode(canonical)), file).toEqual(value);
        expect(jcs(readJson(new TextEncoder().encode(canonical))), file).toBe(canonical);
        expect(sha256(canonical), file).toMatch(/^sha256:[0-9a-f]{64}$/);
      }
    });

    test('the 6 tools have an identity and no errors', () => {
      expect(under('Tool')).toHaveLength(6);
      for (const file of under('Tool')) {
        expect(toolDigest(parseMcpTool(bytesOf(file))), file).toMatch(/^sha256:/);
        const report = validate(bytesOf(file), { now: NOW });
        expect(report.kind, file).toBe('mcp-tool');
        expect(
          report.findings.filter(finding => finding.severity === 'error'),
          file,
        ).toEqual([]);
      }
    });

    test.each(['ListToolsResult', 'ListToolsResultResponse'])('the lists of tools under %s have no errors', type => {
      expect(under(type)).toHaveLength(1);
      for (const file of under(type)) {
        expect(parseToolList(bytesOf(file)).length, file).toBeGreaterThan(0);
        expect(parseSnapshot(bytesOf(file)).tools, file).toEqual(parseToolList(bytesOf(file)));
        const report = validate(bytesOf(file), { now: NOW });
        expect(report.kind, file).toBe('mcp-tools');
        expect(
          report.findings.filter(finding => finding.severity === 'error'),
          file,
        ).toEqual([]);
      }
    });
  });
});
