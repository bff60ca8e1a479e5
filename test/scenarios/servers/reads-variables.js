import { serve } from './serve.js';

/** Shows what it was given: its arguments, its folder and some of its environment. */
const { TOKEN, GREETING, GITHUB_TOKEN, TOOLMARK_TOKEN } = process.env;
const seen = { TOKEN, GREETING, GITHUB_TOKEN, TOOLMARK_TOKEN, folder: process.cwd(), words: process.argv.slice(2) };

await serve({ tools: [{ name: 'seen', description: JSON.stringify(seen), inputSchema: { type: 'object' } }] });
