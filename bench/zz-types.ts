import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { scan } from '@toolmark/core';
for (const l of readFileSync('/work/shared/corpus/poisoned-tools.jsonl','utf8').trim().split('\n')) { const r=JSON.parse(l);
 if (!/^[AB]/.test(r.tier)) continue; const h=createHash('sha256').update(r.id).digest()[0]!<128; if(h) continue;
 const f=scan([{server:'s',snapshot:{tools:[r.tool]}}],{now:new Date(0)}).servers[0]!.findings; if(f.length===0) console.log(r.tier,r.attack_type, JSON.stringify(r.tool.description).length); }
