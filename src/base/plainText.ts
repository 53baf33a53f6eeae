/** Foreign words as words: what servers, models and documents say is shown, never carried out. */

/**
 * Embeddings, overrides and isolates, which turn the direction of all that follows: what is written around a name or a message would be read in another order.
 * The marks that stand for a single letter of a direction stay.
 */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** One line without terminal sequences, control characters and `directionControls`. */
export function plainLine(text: string): string {
  return plainLines(text).replace(/\s+/g, ' ').trim();
}

/** The same, but for tabs and line breaks, which stay. */
export function plainLines(text: string): string {
  return text
    .replace(terminalSequences, '')
    .replace(directionControls, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, ' ');
}

/**
 * Of ECMA-48, in 7 and 8 bits: strings such as a window's title or a link, which have an end; control sequences; two-character escapes. Node's own
 * `stripVTControlCharacters` takes time that grows with the square of the text.
 */
const terminalSequences =
  /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;
