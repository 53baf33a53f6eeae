import { plainLine, plainLines } from '../base/plainText.ts';

/**
 * Escapes text for notifications, progress and input boxes. VS Code turns `[text](address)` into a link there, even to commands, which a
 * click runs; file names and server messages can contain such text. Pure.
 */
export function messageText(text: string): string {
  return plainLines(text).replaceAll('](', '] (');
}

/**
 * Escapes text for the rows of a quick pick, where `$(name)` becomes an icon, so that a model's text could imitate one of our marks. Pure.
 */
export function pickText(text: string): string {
  return plainLine(text).replace(/\$\([a-z\d-]+(?:~[a-z]+)?\)/gi, '\\$&');
}
