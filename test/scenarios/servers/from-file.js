import { readFileSync } from 'node:fs';
import { serve } from './serve.js';

/** Shows what a snapshot file says. */
const { instructions, tools, prompts, resources, resourceTemplates } = JSON.parse(
  readFileSync(process.argv[2], 'utf8'),
);

await serve({ instructions, tools, prompts, resources, templates: resourceTemplates });
