import type { Block } from './syntax.ts';

/** The kind of a line; a `markup` line is in no block. Blank lines are handled separately. */
export type LineKind = Block['kind'] | 'markup';

/**
 * Blocks of a language whose lines show what they are.
 * @param kindOf called with every line that is not blank, in order
 */
export function blocksByLine(text: string, kindOf: (line: string, isAfterBlank: boolean) => LineKind): readonly Block[] {
  const blocks: { start: number; end: number; kind: Block['kind']; isAfterBlank: boolean }[] = [];
  let isAfterBlank = true;
  let isOpen = false;
  for (const { 0: line, index: start } of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    if (line === '') break;
    if (line.trim() === '') {
      isAfterBlank = true;
      continue;
    }
    const kind = kindOf(line.replace(/(?<![\r\n])[\r\n]+$/, ''), isAfterBlank);
    const end = start + line.length;
    const last = blocks.at(-1);
    const goesOn =
      isOpen && last !== undefined && (kind === 'code' ? last.kind === 'code' : kind === 'text' && !isAfterBlank && mayGoOn(last.kind));
    if (kind !== 'markup' && goesOn) last.end = end;
    else if (kind !== 'markup') blocks.push({ start, end, kind, isAfterBlank });
    isOpen = kind !== 'markup';
    isAfterBlank = kind === 'markup';
  }
  return blocks;
}

function mayGoOn(kind: Block['kind']): boolean {
  return kind === 'text' || kind === 'item';
}
