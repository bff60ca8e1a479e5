import { Agent, get } from 'node:http';

/** Asks for a list of paths over and over, some at a time, and prints how many answers came in a second. */
const [, , origin, list, secondsText] = process.argv;
const paths = list.split(',');
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
let answers = 0;
let isOver = false;

const ask = index =>
  new Promise((resolve, reject) => {
    get(`${origin}${paths[index % paths.length]}`, { agent }, response => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
      response.resume().on('end', resolve);
    }).on('error', reject);
  });

async function worker(first) {
  for (let index = first; !isOver; index += 16) {
    await ask(index);
    answers += 1;
  }
}

const start = performance.now();
setTimeout(() => {
  isOver = true;
}, Number(secondsText) * 1000);
await Promise.all(Array.from({ length: 16 }, (_, index) => worker(index)));
console.log((answers / (performance.now() - start)) * 1000);
agent.destroy();
