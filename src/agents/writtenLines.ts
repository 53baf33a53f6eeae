/** An answer that is written out, as lines of Markdown with the numbers of its citations. */
import type { WrittenAnswer } from '../protocol/trace.ts';

export function writtenLines({ blocks, sentences }: Pick<WrittenAnswer, 'blocks' | 'sentences'>): readonly string[] {
  const said = (positions: readonly number[]): string =>
    positions
      .flatMap((at) => sentences[at] ?? [])
      .map(({ text, citations }) => `${text}${citations.length > 0 ? ' ' : ''}${citations.map((n) => `[${n}]`).join('')}`)
      .join(' ');
  return blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return [said(block.sentences)];
    if (block.kind === 'list') return block.items.map((item, i) => `${block.isOrdered ? `${i + 1}.` : '-'} ${said(item)}`);
    const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    return [
      row(block.columns),
      row(block.columns.map(() => '---')),
      ...block.rows.map(({ name, cells }) => row([name, ...cells.map(said)])),
    ];
  });
}
