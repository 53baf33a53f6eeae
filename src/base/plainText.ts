/** Makes text of servers, models and documents safe to show: it is displayed, never interpreted. */

/**
 * Embeddings, overrides and isolates, which change the direction of all following text, including ours around it. Marks that affect only a
 * neighboring character stay.
 */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** One line without terminal sequences, control characters and `directionControls`. */
export function plainLine(text: string): string {
  return plainLines(text).replace(/\s+/g, ' ').trim();
}

/** Like `plainLine`, but keeps tabs and line breaks. */
export function plainLines(text: string): string {
  return text
    .replace(terminalSequences, '')
    .replace(directionControls, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, ' ');
}

/**
 * Sequences of ECMA-48 in 7 and 8 bits: strings with an end, such as a window title or a link; control sequences; two-character escapes.
 * Node's `stripVTControlCharacters` takes time that grows with the square of the text.
 */
const terminalSequences =
  /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;
