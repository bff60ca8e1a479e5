import { scanText } from '@toolmark/core';
import { readMeaning } from '/work/wt-scan/packages/core/src/validate/scan/meaning/read-meaning.ts';
for (const t of process.argv.slice(2)) console.log(t.slice(0,100), '\n   ', readMeaning(t.toLowerCase(), () => 'unlisted').map(h=>`${h.tier} ${h.id}: ${h.evidence}`).join('\n    '), scanText(t).map(h=>h.tier+' '+h.code).join(','));
