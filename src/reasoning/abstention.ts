import { assumedLanguage } from '../language/assumed.ts';
import { otherAbstentions } from '../language/others/abstentions.ts';
import { questionKey } from '../base/questionKey.ts';

const { wholeAnswers, refusals, apologies, beginnings } = assumedLanguage.abstention;

/** Whether a text is a way of saying "I cannot answer". Bare `no` is an answer. Source: pipelines.md 1.6. */
export function isAbstention(answer: string | null): boolean {
  if (answer === null) return true;
  const key = keyOf(answer);
  return isWhole(key, answer) || [...refusals, ...beginnings].some((beginning) => beginsWith(key, beginning));
}

/** Whether a text only says "I cannot answer", or refuses, as opposed to one that says what is unknown and continues. */
export function declines(text: string): boolean {
  const key = keyOf(text);
  return isWhole(key, text) || refusals.some((beginning) => beginsWith(key, beginning));
}

/** Whether a text refuses and says nothing of why: "I'm sorry, but I can't help with that" is no finding about any document. */
export function refuses(text: string): boolean {
  const key = keyOf(text);
  const apology = apologies.find((beginning) => beginsWith(key, beginning));
  if (apology === undefined) return false;
  const rest = key.slice(apology.length);
  return rest === '' || !isAbstention(rest) || refuses(rest);
}

/** Answers are in the language of the question, and so is that there is none. */
function isWhole(key: string, text: string): boolean {
  if (wholeAnswers.has(key)) return true;
  return (
    text.length <= longest &&
    otherAbstentions.has(
      text
        .toLowerCase()
        .replace(/^[^\p{L}]+/u, '')
        .replace(/(?<![^\p{L}\p{M}])[^\p{L}\p{M}]+$/u, ''),
    )
  );
}

/** With what is around it, such as quotation marks. A whole reply may be much longer. */
const longest = 60;

function keyOf(text: string): string {
  return questionKey(text.replaceAll('’', "'"));
}

function beginsWith(key: string, beginning: string): boolean {
  return key === beginning || key.startsWith(`${beginning} `);
}
