import { english } from '../../language/english.ts';
import { sideOf } from './chain.ts';
import { maskNames, NAME, unmask, type MaskedText } from './maskedText.ts';
import { measureOf } from './measure.ts';
import { isPersonNoun } from './nouns.ts';
import { optionsOf } from './options.ts';
import type { QuestionPlan, Verdict } from './questionPlan.ts';

/**
 * The plan of a question that compares (`Which was opened first, A or B?`, `Are the directors of A and B from the same country?`), or null
 * for other questions. Each side is asked the same question, which may itself need steps.
 */
export function comparisonPlan(question: string): QuestionPlan | null {
  const text = question.replace(/(?<![?\s])[?\s]+$/u, (end) => (/\?\?/u.test(end) ? '?' : ''));
  const found = choice(text) ?? sameness(text);
  return found === null ? null : planOf(found);
}

interface Comparison {
  /** The questions of all sides; `§` is replaced by the label. */
  readonly asked: readonly { readonly label: string; readonly template: string }[];
  /** The verdict, given the step that answers each question. */
  readonly verdict: (at: readonly number[]) => Verdict;
}

/** Steps of the same depth are next to each other, so that the sides are asked side by side. */
function planOf({ asked, verdict }: Comparison): QuestionPlan | null {
  const steps: { readonly text: string; readonly depth: number }[] = [];
  const sides = asked.map(({ label, template }) => sideSteps(template, label));
  if (sides.includes(null)) return null;
  const lasts = sides.map((side) => {
    const first = steps.length;
    for (const [depth, step] of (side ?? []).entries()) steps.push({ text: shifted(step, first), depth });
    return steps.length - 1;
  });
  if (steps.length > MAX_STEPS) return null;
  const order = [...steps.keys()].sort((a, b) => (steps[a]?.depth ?? 0) - (steps[b]?.depth ?? 0) || a - b);
  const placeOf = (old: number): number => order.indexOf(old);
  return {
    steps: order.map((old) => (steps[old]?.text ?? '').replaceAll(/#(\d+)/gu, (_, n: string) => `#${placeOf(Number(n) - 1) + 1}`)),
    verdict: verdict(lasts.map(placeOf)),
  };
}

const MAX_STEPS = 9;

function shifted(step: string, by: number): string {
  return step.replaceAll(/#(\d)(?!\d)/gu, (_, n: string) => `#${Number(n) + by}`);
}

/** The label counts as one name unless it is a description. */
function sideSteps(template: string, label: string): readonly string[] | null {
  if (/^\p{Ll}/u.test(label)) return sideOf(maskNames(template.replaceAll('§', label)));
  const { text, names } = maskNames(template);
  return sideOf({ text: text.replaceAll('§', String.fromCharCode(0xe000 + names.length)), names: [...names, label] });
}

/** `Which …, A or B?`, `Was A or B born first?` */
function choice(text: string): Comparison | null {
  const parts = optionsOf(text);
  if (parts === null || parts.options.length < 2 || parts.options.length > 4) return null;
  const { subject, predicate, isPerson } = pathOf(parts.predicate);
  const measure = measureOf(predicate, isPerson);
  if (measure === null) return null;
  const template = measure.value.replaceAll('§', subject);
  return {
    asked: parts.options.map((label) => ({ label, template })),
    verdict: (at) => ({
      kind: 'extreme',
      wants: measure.wants,
      options: parts.options.map((label, i) => ({ label, value: at[i] ?? 0 })),
    }),
  };
}

interface Path {
  /** What is compared of a side, which `§` represents: itself, or `the director of §`. */
  readonly subject: string;
  readonly predicate: string;
  readonly isPerson: boolean;
}

/** `Which film has the director who died first` compares the directors of films. */
function pathOf(predicate: string): Path {
  const having =
    /^\W*(?:which|what)(?: .*?)?(?:['’]s?| (?:has|had|have|with)(?: the| an?)?| whose) ([\p{L}-]+(?:(?! (?:who|that|which|is|was|were|are|has|had|lived|died|born)\b)(?! \p{Ll}+ed\b) [\p{Ll}-]+)?)(?: (?:who|that|which))?( \S.*)$/iu.exec(
      predicate,
    );
  const [, noun = '', rest = ''] = having ?? [];
  if (noun === '' || !isPersonNoun(lastWord(noun)))
    return { subject: '§', predicate, isPerson: /^\W*who\b/iu.test(predicate) || isPersonNoun(kindOf(predicate)) };
  return { subject: `the ${noun} of §`, predicate: rest.trim(), isPerson: true };
}

function kindOf(predicate: string): string {
  return /^\W*(?:which|what) ([\p{L}-]+)/iu.exec(predicate)?.[1]?.toLowerCase() ?? '';
}

function lastWord(phrase: string): string {
  return phrase.split(' ').at(-1)?.toLowerCase() ?? '';
}

/** `Are A and B from the same country?`, `Do the directors of A and B share the same nationality?` */
function sameness(text: string): Comparison | null {
  const match =
    /^(Is|Are|Was|Were|Do|Does|Did|Have|Has) (.*?)\b(?:the (?:very )?same|the same exact|same|a common) ([\p{Ll} -]+?)(?:,.*| or .*)?$/u.exec(
      text,
    );
  if (match === null) return null;
  const [, auxiliary = '', before = '', attribute = ''] = match;
  const masked = maskNames(before);
  const sides = sidesIn(masked);
  if (sides === null) return null;
  const template = attributeQuestion(auxiliary, unmask(sides.rest, masked.names).trim(), attribute.trim());
  return {
    asked: sides.labels.map((label) => ({ label, template: template.replaceAll('§', sides.subject) })),
    verdict: (at) => ({ kind: 'same', values: at }),
  };
}

interface Sides {
  readonly labels: readonly string[];
  /** With `§` for the label: `the director of §`. */
  readonly subject: string;
  /** What follows the sides, masked. */
  readonly rest: string;
}

const CAPITAL = `(?:(?:the|both) )?(?:(?!(?:of|for|in) )[\\p{Ll}\\p{N}][\\p{L}\\p{N}-]* ){0,2}${NAME}(?: \\p{Ll}[\\p{Ll}-]+)??`;
const PAIR = new RegExp(
  `^(?:both )?(?:of )?(.*?)(${NAME}|(?:the )${CAPITAL}),? and (?:(?:the )?[\\p{Ll} ]+ (?:of|for|in)(?: \\p{Ll}+)? )?(${CAPITAL}),?(?: both| all)?(?: (.*)|$)$`,
  'u',
);

/** `the films` before the first of them. */
const PLURAL = /^(?:the )?\p{Ll}+s (?=[\uE000-\uF8FF])/u;

/** The two things before the predicate, and what of them is meant: `the directors of A and B`. */
function sidesIn({ text, names }: MaskedText): Sides | null {
  const pair = PAIR.exec(text);
  if (pair === null) return null;
  const [, lead = '', a = '', b = '', rest = ''] = pair;
  const labels = [a, b].map((label) => unmask(label.replace(PLURAL, ''), names));
  const [, role = '', preposition = ''] =
    /^(?:the )?(?:two )?([\p{Ll}-]+(?: [\p{Ll}-]+)?) (of|for|in) (?:both )?(?:the )?(?:two )?[\p{Ll}-]*,? ?$/u.exec(lead) ?? [];
  if (role === '') return { labels, subject: '§', rest };
  return { labels, subject: `the ${english.singular(role)} ${preposition} §`, rest };
}

/** Asks for what is said to be the same: `born in` and `town` give `In which town was § born?` */
function attributeQuestion(auxiliary: string, rest: string, attribute: string): string {
  const [, verb = '', preposition = ''] =
    /^(?:(.*?) ?)??(?:\b(in|from|at|on|by|to|of|for|under|with))?$/u.exec(rest.replace(/^both /u, '')) ?? [];
  const be = /^(?:Were|Was)$/u.test(auxiliary) ? 'was' : 'is';
  if (/^(?:have|has|had|share|shared|)$/u.test(verb) && (preposition === '' || preposition === 'of' || preposition === 'with'))
    return `What is the ${attribute} of §?`;
  if (verb === '' && preposition === 'from') return `Which ${attribute} ${be} § from?`;
  const lead = preposition === '' ? '' : `${preposition.charAt(0).toUpperCase()}${preposition.slice(1)} `;
  const [which, aux] = [lead === '' ? 'Which' : 'which', /^D/u.test(auxiliary) ? (auxiliary === 'Did' ? 'did' : 'does') : be];
  if (preposition === 'in' && english.questions.towns.has(attribute)) return `Where ${aux} §${verb === '' ? '' : ` ${verb}`}?`;
  return `${lead}${which} ${attribute} ${aux} §${verb === '' ? '' : ` ${verb}`}?`;
}
