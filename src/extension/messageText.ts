import { plainLine, plainLines } from '../base/plainText.ts';

/**
 * Text for notifications, progress and input boxes that is shown as it is. VS Code makes links of `[text](address)` there, also of commands, which it runs when
 * they are clicked; names of files and words of servers are in such texts. Pure.
 */
export function messageText(text: string): string {
  return plainLines(text).replaceAll('](', '] (');
}

/** Text for the rows of a quick pick, which show an icon for `$(name)`: a word of a model could pass for a mark of ours. Pure. */
export function pickText(text: string): string {
  return plainLine(text).replace(/\$\([a-z\d-]+(?:~[a-z]+)?\)/gi, '\\$&');
}
