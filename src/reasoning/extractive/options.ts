import { maskNames, NAME, unmask } from './maskedText.ts';
import { isComparative } from './measure.ts';

/** What a question lets one choose from, and the question without it. */
export interface Options {
  readonly predicate: string;
  readonly options: readonly string[];
}

/** `Which opened first, A or B?`, `Which opened first A or B?`, `Did A or B open first?` */
export function optionsOf(text: string): Options | null {
  const tail = /^((?:Which|Who|What|Whose|Of)\b[^,]*?(?:\([^)]*\))?[^,]*?)\s?[,:–—]\s+(\S.*\sor\s.*)$/u.exec(text);
  return tail === null ? named(text) : { predicate: tail[1] ?? '', options: split(tail[2] ?? '') };
}

const SIDE = `(?:the )?${NAME}(?:(?:['’]s| \\p{Ll}{1,4}) ${NAME})*(?: \\p{Ll}[\\p{Ll}-]+)??`;

/** Names show where the options are if no comma does. */
function named(text: string): Options | null {
  const masked = maskNames(text);
  const whole = (part: string | undefined): string => unmask(part ?? '', masked.names);
  const tail = new RegExp(`^((?:Who|Which|What)\\b.*?) (${SIDE}) or (${SIDE})$`, 'u').exec(masked.text);
  if (tail !== null && isComparative(tail[1] ?? '')) return { predicate: whole(tail[1]), options: [whole(tail[2]), whole(tail[3])] };
  const front = new RegExp(`^(?:Is|Was|Did|Does|Were|Are|Has) (${SIDE}) or (${SIDE}) (\\p{Ll}.*)$`, 'u').exec(masked.text);
  if (front === null || !isComparative(front[3] ?? '')) return null;
  return { predicate: `Who was ${whole(front[3])}`, options: [whole(front[1]), whole(front[2])] };
}

function split(text: string): string[] {
  const at = [...text.matchAll(/,?\sor\s/gu)].sort((a, b) => Math.abs(text.length / 2 - a.index) - Math.abs(text.length / 2 - b.index));
  const upper = at.find((match) => /^(?:the\s|["“'‘¡¿]|[\p{Lu}\d])/u.test(text.slice(match.index + match[0].length))) ?? at[0];
  if (upper === undefined) return [];
  const [left, right] = [text.slice(0, upper.index), text.slice(upper.index + upper[0].length)];
  const more = /^[^,]+(?:, [^,]+)+$/u.test(left) && upper[0].startsWith(',') ? left.split(', ') : [left];
  return [...more, right].map((option) => option.replace(/^either\s/u, '').trim()).filter((option) => option !== '');
}
