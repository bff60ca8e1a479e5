import { EDGE, LONG } from './required-texts.ts';

/** Words by how many of ten thousand sentences of descriptions hold them, roughly. Others are rare. */
const COMMON: readonly (readonly [often: number, words: string])[] = [
  [1500, 'the to of for a in and json get http schema org or draft'],
  [
    300,
    'this with id use default name if returns list from all url by is number e g be query specific data an search on optional not information user tool only api file you when args new results content date s as',
  ],
  [
    100,
    'change format page path create type price retrieve using token will text image address include time about collection access that delete string current can limit provided return are key read repository owner filter specified including code operation details set it project whether files status must true request value required check update available find context used add index parameters browser each description maximum',
  ],
  [
    50,
    'start app response account message document first should email issue full group command multiple which your their defaults database fetch source function need end values any example order fields note documents before users no object operations version one field language action transaction more company contract after title call run write names output other network execute environment at agent metadata existing do directory input location into result provide error service state session count task send server',
  ],
];
const RARE = 10;
/** A sign or two letters without edges stand in most sentences. */
const ANYWHERE = 3000;

const OFTEN = new Map(COMMON.flatMap(([often, words]) => words.split(' ').map(word => [word, often] as const)));

/** How many sentences hold one of these texts, of ten thousand: a guess, on which nothing but time depends. */
export function howOften(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + howOftenOne(text), 0);
}

function howOftenOne(text: string): number {
  if (text === LONG) return RARE;
  const bare = text.replaceAll(EDGE, '').trim();
  if (bare.length < 3 && (bare === text || !/[a-z]/.test(bare))) return ANYWHERE;
  const words = text.match(/[a-z0-9]+/g) ?? [];
  return words.reduce((least, word) => Math.min(least, OFTEN.get(word) ?? RARE), ANYWHERE);
}
