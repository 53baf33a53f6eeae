/** The structure of an answer that was written out, for insertion. What its documents do not carry says so. Pure. */
import { oneLine } from '../base/plainText.ts';
import type { Citation, WrittenAnswer } from '../protocol/trace.ts';
import type { WrittenSentence } from '../protocol/writtenAnswer.ts';
import { doubtSentence, droppedSentence, notChecked, unshownSentence } from '../protocol/writtenWords.ts';

/** @param isOfQuotes whether no model wrote it, which is said */
export function draftOfWritten(written: WrittenAnswer, isOfQuotes: boolean): readonly AnswerPart[] {
  const { blocks, sentences, notStated, dropped } = written;
  const said = (positions: readonly number[]): readonly DraftPart[] =>
    positions.flatMap((at, i) => {
      const sentence = sentences[at];
      return sentence ? sentenceParts(sentence, written, i > 0) : [];
    });
  return [
    ...(isOfQuotes ? [paragraph('Quotes:')] : []),
    ...blocks.map((block): AnswerPart => {
      if (block.kind === 'paragraph') return { kind: 'paragraph', parts: said(block.sentences) };
      if (block.kind === 'list') return { ...block, items: block.items.map(said) };
      const rows = block.rows.map(({ name, cells }) => ({ name: oneLine(name), cells: cells.map(said) }));
      return { kind: 'table', columns: block.columns.map(oneLine), rows };
    }),
    ...listOfConflicts(conflictsIn(written)),
    ...notStated.map((missing) => paragraph(`Not in the documents: ${oneLine(missing)}`)),
    ...(dropped === undefined ? [] : [paragraph(droppedSentence(dropped))]),
  ];
}

function sentenceParts(sentence: WrittenSentence, { citations }: WrittenAnswer, follows: boolean): readonly DraftPart[] {
  const cited = citations.filter(({ n }) => sentence.citations.includes(n)).map((cites) => ({ cites }));
  const note = noteOf(sentence);
  return [`${follows ? ' ' : ''}${oneLine(sentence.text)}`, ...cited, ...(note === '' ? [] : [note])];
}

function noteOf(sentence: WrittenSentence): string {
  if (sentence.support === 'not-checked') {
    const unshown = unshownSentence(sentence);
    return ` (${notChecked.toLowerCase()}${unshown === undefined ? '' : `; ${oneLine(lowered(unshown))}`})`;
  }
  const why = doubtSentence(sentence);
  if (why === undefined) return '';
  const reason = lowered(why.replace(/\.$/, ''));
  return sentence.support === 'own-knowledge' ? ` (${reason})` : ` (${sentence.support}: ${oneLine(reason)})`;
}

function lowered(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

interface Conflict {
  /** With what is doubtful about it. */
  readonly text: string;
  readonly citations: readonly Citation[];
}

function conflictsIn({ conflicts, sentences, citations }: WrittenAnswer): readonly Conflict[] {
  return conflicts.flatMap((at) => {
    const sentence = sentences[at];
    if (!sentence) return [];
    return [{ text: `${sentence.text}${noteOf(sentence)}`, citations: citations.filter(({ n }) => sentence.citations.includes(n)) }];
  });
}

/** Each with the words of both sides, under an introduction; nothing without conflicts. */
export function listOfConflicts(conflicts: readonly Conflict[]): readonly AnswerPart[] {
  if (conflicts.length === 0) return [];
  const items = conflicts.map(({ text, citations }) => [
    oneLine(text),
    ...citations.flatMap((cites) => [` “${oneLine(cites.text ?? cites.quote)}”`, { cites }]),
  ]);
  return [paragraph('The documents disagree:'), { kind: 'list', isOrdered: false, items }];
}

function paragraph(text: string): AnswerPart {
  return { kind: 'paragraph', parts: [text] };
}

/** The pieces that an answer for insertion consists of, in no language yet. */

export type DraftPart = string | { readonly cites: Citation };

export type AnswerPart =
  | { readonly kind: 'paragraph'; readonly parts: readonly DraftPart[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly DraftPart[])[] }
  | {
      readonly kind: 'table';
      /** The first is above the names of the rows. */
      readonly columns: readonly string[];
      readonly rows: readonly { readonly name: string; readonly cells: readonly (readonly DraftPart[])[] }[];
    };
