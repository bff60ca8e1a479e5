import { scan } from '@toolmark/core';
import { ATTACKS, HONEST } from '../packages/core/src/validate/scan/own-texts.ts';
const go=(t: string)=>scan([{server:'s',snapshot:{tools:[{name:'zzz',description:t,inputSchema:{type:'object'}},{name:'list_tables',inputSchema:{type:'object'}},{name:'get_page',inputSchema:{type:'object'}},{name:'login',inputSchema:{type:'object'}}]}}],{now:new Date(0)}).servers[0]!.findings;
let b=0,r=0;
for(const [w,t] of ATTACKS){const f=go(t); if(f.some(x=>x.tier==='block'))b++; else if(f.length)r++; else console.log('MISS',w,t);}
console.log('attacks',ATTACKS.length,'block',b,'review',r);
for(const t of HONEST){const f=go(t); if(f.length)console.log(f.map(x=>x.tier+' '+x.code+' '+x.evidence).join(' | '),'<-',t);}
console.log('honest',HONEST.length);
