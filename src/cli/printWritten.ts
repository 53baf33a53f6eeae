/** Prints an answer that is written out, with its citations and what is not supported. */
import type { EvidenceConflict, WrittenAnswer } from '../protocol/trace.ts';
import type { WrittenSentence } from '../protocol/writtenAnswer.ts';
import { doubtSentence, droppedSentence, notChecked, shownSentence, unshownSentence } from '../protocol/writtenWords.ts';
import { passagePlaceWords } from './placeWords.ts';
import { plain, print, styled } from './terminal.ts';

/** @param isOfQuotes whether no model wrote it, which is said */
export function printWritten(written: WrittenAnswer, isOfQuotes: boolean): void {
  const { blocks, sentences, conflicts, notStated, citations, dropped } = written;
  const said = (positions: readonly number[]): string =>
    positions
      .flatMap((at) => sentences[at] ?? [])
      .map(sentenceLine)
      .join(' ');
  if (isOfQuotes) print('Quotes:');
  for (const block of blocks) {
    print('');
    if (block.kind === 'paragraph') print(said(block.sentences));
    else if (block.kind === 'list') block.items.forEach((item, i) => print(`${block.isOrdered ? `${i + 1}.` : '-'} ${said(item)}`));
    else {
      const [corner = '', ...columns] = block.columns.map(plain);
      for (const { name, cells } of block.rows) {
        print(styled('bold', corner === '' ? plain(name) : `${corner}: ${plain(name)}`));
        cells.forEach((cell, i) =>
          print(`  ${columns[i] ?? ''}: ${cell.length > 0 ? said(cell) : styled('dim', isOfQuotes ? 'no quote' : 'not stated')}`),
        );
      }
    }
  }
  if (conflicts.length > 0) print(`\n${styled('yellow', disagreeing)} ${said(conflicts)}`);
  for (const missing of notStated) print(`${styled('yellow', 'Not in the documents:')} ${plain(missing)}`);
  if (dropped !== undefined) print(styled('dim', droppedSentence(dropped)));
  print('');
  for (const { n, quote, text = quote, ...place } of citations) {
    const said = isOfQuotes ? '' : ` “${plain(text.replace(/\s+/g, ' '))}”`;
    print(`${styled('dim', `[${n}] ${passagePlaceWords(place)}`)}${said}`);
  }
}

const disagreeing = 'The documents disagree:';

/** Each with the words of both sides. */
export function printConflicts(conflicts: readonly EvidenceConflict[]): void {
  if (conflicts.length > 0) print(styled('yellow', disagreeing));
  for (const { text, citations } of conflicts) {
    print(`  ${plain(text)}`);
    for (const { n, quote, text: said = quote, ...place } of citations)
      print(`    [${n}] ${styled('cyan', passagePlaceWords(place))}  “${plain(said.replace(/\s+/g, ' '))}”`);
  }
}

function sentenceLine({ text, citations, ...doubted }: WrittenSentence): string {
  const doubt = doubtSentence(doubted);
  const cites = citations.map((n) => `[${n}]`).join('');
  const notes = [
    doubted.support === 'not-checked' ? notChecked.toLowerCase() : '',
    plain(unshownSentence(doubted) ?? '').replace(/^N/, 'n'),
    plain(shownSentence(doubted) ?? ''),
  ].filter((note) => note !== '');
  const aside = notes.length === 0 ? '' : styled('dim', `(${notes.join('; ')})`);
  return [plain(text), cites, aside, doubt === undefined ? '' : styled('yellow', `(${doubt})`)].filter((part) => part !== '').join(' ');
}
