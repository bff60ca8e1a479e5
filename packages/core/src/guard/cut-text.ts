/** A text of at most so many characters that can be written as JSON, whoever made it. */
export function cutText(text: string, maxLength: number): string {
  return (text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text).toWellFormed();
}
