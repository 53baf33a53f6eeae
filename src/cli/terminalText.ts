/** Text as a terminal may get it: it acts on nothing, and everything in it is seen. */
import { inspect } from 'node:util';
import { directionMarks, plainLines } from '../base/plainText.ts';

/** What no terminal shows, so that it can hide what a text says. Without joiners, which are part of words and pictures. */
const unseen = String.raw`\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\ufff9-\ufffb\uffa0\u{e0000}-\u{e007f}`;
export const unseenCharacters = new RegExp(`[${unseen}]`, 'gu');
const interpreted = new RegExp(`[\\u007f-\\u009f${directionMarks}${unseen}]`, 'gu');

/** JSON leaves some characters unescaped that terminals and readers interpret. Escaping them does not change its meaning. */
export function jsonForTerminal(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(interpreted, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** The styles of this program. Others, such as one that hides text, are those of a document. */
export type OwnStyle = (typeof ownStyles)[number];
const ownStyles = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const;
const ownSequences = new RegExp(`(\\x1b\\[(?:${ownStyles.flatMap((style) => inspect.colors[style] ?? []).join('|')})m)`);

export function shown(text: string): string {
  return text
    .replace(unseenCharacters, '')
    .split(ownSequences)
    .map((part, i) => (i % 2 === 1 ? part : plainLines(part)))
    .join('');
}
