import { documentWith, mcpToolWith, ruleTable } from '../rule-table.ts';
import { authorPlaceholder } from './author-placeholder.ts';

ruleTable(authorPlaceholder, {
  rejects: [
    ['a placeholder for the name', documentWith({ author: { name: 'Your Name' } }), '/tool/author/name'],
    ['a placeholder for the address', documentWith({ author: { email: 'you@example.org' } }), '/tool/author/email'],
  ],
  accepts: [
    ['an author of the wrong type, which is reported already', documentWith({ author: 'Your Name' })],
    ['an author', documentWith({})],
    ['an MCP tool, which has no author', mcpToolWith({})],
  ],
});
