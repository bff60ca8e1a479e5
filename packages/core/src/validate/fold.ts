/** Cyrillic and Greek letters that look like Latin ones, a Latin few and the apostrophe, paired by position. */
const LOOKALIKES = 'аеорсухіјѕԁһԛԝкмтвнѵӏАВЕКМНОРСТХІЈЅУӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧοναρικυɡɑıſ’ʼ';
const LATIN = "aeopcyxijsdhqwkmtbnvlABEKMHOPCTXIJSYIABEZHIKMNOPTYXovapikugais''";
const LATIN_OF = new Map([...LOOKALIKES].map((letter, index) => [letter, LATIN[index] ?? letter]));

const FOREIGN = new RegExp(`[${LOOKALIKES}]`, 'gu');
const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Text as a model may take it: compatibility forms, accents, invisible characters and look-alike letters folded, white
 * space as one space, lower case.
 */
export function foldText(text: string, texture = textureOf(text)): string {
  if (texture === 'tidy') return text.toLowerCase();
  return (texture === 'foreign' ? foldLetters(text) : text).replace(/[^\S ]\s*| \s+/g, ' ').toLowerCase();
}

function foldLetters(text: string): string {
  // Marks go first: sorting a long run of them, as normalising does, takes time that grows with its square.
  return text
    .replace(UNSEEN, '')
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .replace(FOREIGN, letter => LATIN_OF.get(letter) ?? letter);
}

/** Printable ASCII with single spaces; the same with other white space; or anything else. */
export type Texture = 'tidy' | 'plain' | 'foreign';

/** A plain loop, because every text is asked and most are tidy. */
export function textureOf(text: string): Texture {
  let texture: Texture = 'tidy';
  let last = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 126) return 'foreign';
    if (code <= 32) {
      if (code < 32 && code !== 10 && code !== 13 && code !== 9) return 'foreign';
      if (code !== 32 || last === 32) texture = 'plain';
    }
    last = code;
  }
  return texture;
}
