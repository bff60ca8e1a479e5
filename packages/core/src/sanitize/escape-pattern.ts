import { CATEGORY, IS, pointAt, propertiesOf } from '../base/index.ts';

/** An equivalent regular expression in which invisible characters are written as escapes. */
export function escapePattern(pattern: string): string {
  return pattern.replace(/\\?[\s\S]/gu, token => {
    const last = token.startsWith('\\') && token.length > 1 ? token.slice(1) : token;
    return isUnseen(pointAt(last, 0)) ? escapeUnits(last) : token;
  });
}

/** Controls, separators, unassigned and ignorable characters. */
export function isUnseen(point: number): boolean {
  const properties = propertiesOf(point);
  const category = properties & 15;
  if (category <= CATEGORY.surrogate || category === CATEGORY.separator) return true;
  return (properties & (IS.defaultIgnorable | IS.variationSelector)) !== 0;
}

function escapeUnits(character: string): string {
  let escaped = '';
  for (let i = 0; i < character.length; i++) escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return escaped;
}
