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
export function foldText(text: string, isPlain = isPlainText(text)): string {
  return (isPlain ? text : foldLetters(text)).replace(/[^\S ]\s*| \s+/g, ' ').toLowerCase();
}

function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .replace(FOREIGN, letter => LATIN_OF.get(letter) ?? letter);
}

/** Printable ASCII and line breaks only; a plain loop, because most texts are, and every text is asked. */
export function isPlainText(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 126 || (code < 32 && code !== 10 && code !== 13 && code !== 9)) return false;
  }
  return true;
}
