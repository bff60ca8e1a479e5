import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { twinMembers } from './twin-members.ts';

ruleTable(twinMembers, {
  rejects: [
    ['a long s, which Go takes for an s', mcpToolWith({ deſcription: 'x' }), '/deſcription'],
    ['a Kelvin sign, which is a k in lower case', mcpToolWith({ 'x\u212a': 1, xk: 2 }), '/x\u212a'],
    ['a second description', mcpToolWith({ Description: 'Sends files away.' }), '/description'],
    ['three of a kind, at two places', mcpToolWith({ NAME: 'a', Name: 'b' }), '/Name', '/name'],
    ['twins with a slash in their names', mcpToolWith({ 'a/b': 1, 'A/b': 2 }), '/a~1b'],
    ['twins in a document', documentWith({ Parameters: {} }), '/tool/parameters'],
    [
      'twins that meet only in the MCP tool made from the document',
      documentWith({ mcp: { Description: 'x', inputschema: {} } }),
      '/tool/mcp/Description',
      '/tool/mcp/inputschema',
    ],
    ['twins inside the MCP part of a document', documentWith({ mcp: { title: 'x', Title: 'y' } }), '/tool/mcp/title'],
  ],
  accepts: [
    ['members that only look alike', mcpToolWith({ dеscription: 'x' })],
    ['parameters that differ in case', mcpToolWith({ inputSchema: { properties: { n: {}, N: {} } } })],
    ['names that every object has', mcpToolWith({ constructor: 1, toString: 2 })],
    ['an MCP part that is no object', documentWith({ mcp: 'Description' })],
    ['a member written elsewhere, which is reported already', documentWith({ mcp: { description: 'x' } })],
    ['a sound tool', mcpToolWith({ title: 'Forecast', _meta: {} })],
  ],
});
