import { maskNames, maskPhrases, NAME, unmask } from './maskedText.ts';
import type { Option, QuestionPlan, Verdict } from './questionPlan.ts';
import { relationOfNoun } from './relations.ts';

/**
 * The plan of a question that compares (`Which was opened first, A or B?`, `Are the directors of A and B from the same country?`), or null
 * for other questions. Each side is looked up with the same questions and may go through a role (`the director of A`).
 */
export function comparisonPlan(question: string): QuestionPlan | null {
  return choice(question) ?? sameness(question) ?? ordering(question);
}

/** The value looked up for one side, which `§` represents. `from` is set when the value is a span (`lived longer`). */
interface Measure {
  readonly from?: string;
  readonly value: string;
  readonly wants: 'least' | 'greatest';
}

/** `Which …, A or B?`, `Who … out of A and B?`, `Was A or B born first?` */
function choice(question: string): QuestionPlan | null {
  const parts = choiceParts(question);
  if (parts === null || parts.options.length < 2 || parts.options.length > 4) return null;
  const role = roleIn(parts.predicate);
  const measure = measureOf(parts.predicate, role !== null || /^\W*who\b/iu.test(parts.predicate));
  if (measure === null) return null;
  const className = /\b(film|movie|song|album|book|novel)\b/u.exec(parts.predicate)?.[1] ?? null;
  const steps: string[] = [];
  const sides = parts.options.map((label) => ({ label, subject: role === null ? label : '' }));
  if (role !== null) for (const { label } of sides) steps.push(roleQuestion(role, label, className));
  const options: Option[] = sides.map(({ label, subject }, index) => {
    const about = role === null ? subject : `#${index + 1}`;
    const from = measure.from === undefined ? null : steps.push(measure.from.replaceAll('§', about)) - 1;
    return { label, from, value: steps.push(measure.value.replaceAll('§', about)) - 1 };
  });
  return { steps, verdict: { kind: 'extreme', wants: measure.wants, options } };
}

function choiceParts(question: string): { readonly predicate: string; readonly options: readonly string[] } | null {
  const text = question.replace(/[?\s]+$/u, (end) => (/\?\?/u.test(end) ? '?' : ''));
  const outOf = /^(.*?)\s+(?:out of|between|among|of)\s+(\S.*?\s(?:and|or)\s.*)$/u.exec(text);
  const tail = /^((?:Which|Who|What|Whose|Of)\b[^,]*?(?:\([^)]*\))?[^,]*?)\s?[,:–—]\s+(\S.*\sor\s.*)$/u.exec(text);
  if (tail !== null) return { predicate: tail[1] ?? '', options: splitOptions(tail[2] ?? '', 'or') };
  if (outOf !== null && /^(?:Who|Which|What)\b/u.test(text) && ORDER.test(outOf[1] ?? ''))
    return { predicate: outOf[1] ?? '', options: splitOptions(outOf[2] ?? '', 'and|or') };
  const ofFirst =
    /^(?:Which|Who) of (.*\s(?:and|or)\s.*?)\s+((?:is|was|has|have|had|were|are|did|died|lived|opened|came|entered|stands)\b.*)$/u.exec(
      text,
    );
  if (ofFirst !== null && ORDER.test(ofFirst[2] ?? ''))
    return { predicate: `Which ${ofFirst[2] ?? ''}`, options: splitOptions(ofFirst[1] ?? '', 'and|or') };
  const whether =
    /^(?:Is|Was|Did|Does|Were|Are|Has) (\S.*?\sor\s.*?)\s+((?:born|die|died|older|younger|released|built|opened|founded|published|live|taller|larger|longer|open|come|close)\b.*)$/u.exec(
      text,
    );
  if (whether !== null && ORDER.test(whether[2] ?? ''))
    return { predicate: `Who was ${whether[2] ?? ''}`, options: splitOptions(whether[1] ?? '', 'or') };
  return null;
}

function splitOptions(text: string, conjunction: string): string[] {
  const at = [...text.matchAll(new RegExp(`,?\\s(?:${conjunction})\\s`, 'gu'))].sort(
    (a, b) => Math.abs(text.length / 2 - a.index) - Math.abs(text.length / 2 - b.index),
  );
  const upper = at.find((match) => /^(?:the\s|["“'‘¡¿]|[\p{Lu}\d])/u.test(text.slice(match.index + match[0].length))) ?? at[0];
  if (upper === undefined) return [];
  const [left, right] = [text.slice(0, upper.index), text.slice(upper.index + upper[0].length)];
  const more = /^[^,]+(?:, [^,]+)+$/u.test(left) && upper[0].startsWith(',') ? left.split(', ') : [left];
  return [...more, right].map((option) => option.replace(/^either\s/u, '').trim()).filter((option) => option !== '');
}

const ORDER =
  /\b(?:first|earlier|earliest|later|latest|last|before|after|older|oldest|younger|youngest|newer|newest|longer|longest|more|most|fewer|less|larger|largest|bigger|biggest|smaller|smallest|taller|tallest|higher|highest|lower|lowest|greater|greatest|recently|deeper|wider|heavier|shorter)\b/u;
const ROLE =
  /\b(director|composer|producer|author|writer|singer|performer|creator|founder|designer|architect|engineer|builder|owner|publisher|screenwriter|screenplay writer|editor|wife|husband|father|mother|spouse|keeper|inventor|artist|lyricist|president|leader)(?:s|['’]s|s['’])?\b/u;

/** `the director` in `Which film has the director who died first`. */
function roleIn(predicate: string): string | null {
  return /\b(?:whose|has|had|with|by|the|['’]s)\b/u.test(predicate) &&
    /^\W*(?:which|what|whose)\b/iu.test(predicate) &&
    !/^\W*(?:which|what) (?:director|composer|engineer|author|writer|singer|architect|producer|actor)\b/iu.test(predicate)
    ? (ROLE.exec(predicate)?.[1] ?? null)
    : null;
}

function roleQuestion(role: string, subject: string, className: string | null): string {
  const known = className !== null && !new RegExp(`\\b${className}\\b`, 'iu').test(subject) ? `the ${className} ` : '';
  return `${relationOfNoun(role)?.kind === 'person' ? 'Who' : 'What'} is the ${role} of ${known}${subject}?`;
}

function measureOf(predicate: string, person: boolean): Measure | null {
  const text = predicate.toLowerCase();
  const late = /\b(?:later|latest|last|more recently|most recently|newer|newest|younger|youngest|after)\b/u.test(text);
  const order = late ? 'greatest' : 'least';
  if (/\blived? (?:longer|longest)\b|\blonger (?:life|lived)\b/u.test(text))
    return { from: 'When was § born?', value: 'When did § die?', wants: 'greatest' };
  if (/\bliv\w+ (?:shorter|shortest)\b/u.test(text)) return { from: 'When was § born?', value: 'When did § die?', wants: 'least' };
  if (!ORDER.test(text)) return null;
  if (/\b(?:born|birth)\b/u.test(text)) return { value: 'When was § born?', wants: order };
  if (/\b(?:die|died|death|dead)\b/u.test(text)) return { value: 'When did § die?', wants: order };
  if (/\b(?:older|oldest|younger|youngest)\b/u.test(text))
    return { value: person ? 'When was § born?' : 'When was § built?', wants: order };
  if (/\b(?:came out|come out)\b/u.test(text)) return { value: 'When was § released?', wants: order };
  const timed =
    /\b(released|published|issued|premiered|founded|established|formed|created|built|constructed|completed|finished|opened|commissioned|inaugurated|launched|closed|shut|decommissioned|demolished|registered|incorporated|started|begun|erected|written|listed|lit|discovered|invented|designed|made|installed)\b/u.exec(
      text,
    )?.[1];
  if (timed !== undefined && /\b(?:first|earlier|earliest|later|latest|last|before|after|recently)\b/u.test(text))
    return { value: `When was § ${timed}?`, wants: order };
  const did = /\b(open|close|start|begin|enter service|stop|die|end)\b/u.exec(text)?.[1];
  if (did !== undefined && /\b(?:first|earlier|later|last)\b/u.test(text)) return { value: `When did § ${did}?`, wants: order };
  if (/\b(?:newer|newest)\b/u.test(text)) return { value: 'When was § built?', wants: 'greatest' };
  return quantityOf(text);
}

/** `has more turbines`, `is taller`, `has the larger capacity`. */
function quantityOf(text: string): Measure | null {
  const few = /\b(?:fewer|fewest|less|least|smaller|smallest|shorter|shortest|lower|lowest)\b/u.test(text);
  const wants = few ? 'least' : 'greatest';
  const counted = /\b(?:more|most|fewer|fewest) ((?:[a-z-]+ )?[a-z-]+s|people|inhabitants)\b/u.exec(text)?.[1];
  if (counted !== undefined) return { value: `How many ${counted} does § have?`, wants };
  const measured =
    /\b(?:larger|largest|bigger|biggest|smaller|smallest|higher|highest|lower|lowest|greater|greatest|longer|longest|more|less) ((?:[a-z-]+ ){0,2}[a-z-]+)\s*$/u.exec(
      text,
    )?.[1];
  if (measured !== undefined && !/^(?:than|of|in|on)\b/u.test(measured)) return { value: `What is the ${measured} of §?`, wants };
  const adjective =
    /\b(taller|tallest|higher|highest|longer|longest|deeper|deepest|wider|widest|heavier|heaviest|larger|largest|bigger|biggest|smaller|smallest|shorter|shortest)\b/u.exec(
      text,
    )?.[1];
  const ask = adjective === undefined ? undefined : ADJECTIVES.find(([form]) => adjective.startsWith(form))?.[1];
  return ask === undefined ? null : { value: `What is the ${ask} of §?`, wants };
}

const ADJECTIVES: readonly (readonly [string, string])[] = [
  ['tall', 'height'],
  ['high', 'height'],
  ['long', 'length'],
  ['short', 'length'],
  ['deep', 'depth'],
  ['wid', 'width'],
  ['heav', 'weight'],
  ['larg', 'area'],
  ['big', 'area'],
  ['small', 'area'],
];

/** `Are A and B from the same country?`, `Do the directors of A and B share the same nationality?` */
function sameness(question: string): QuestionPlan | null {
  const text = question.replace(/[?\s]+$/u, '');
  const match = /^(?:Is|Are|Was|Were|Do|Does|Did|Have|Has)\s(.*?)\b(?:the same|same|a common)\s+([a-z -]+?)(?:\s(?:as)\s(.*))?$/u.exec(
    text,
  );
  if (match === null) return samePerson(text);
  const [, before = '', attribute = '', as] = match;
  const role = ROLE.exec(before.toLowerCase())?.[1] ?? null;
  const predicate =
    /\b(?:both\s+)?(?:all\s+)?(?:located|situated|from|of|born|in|share|have|has|had|die|died|originate|come|live|lived|based|built|opened|founded|released|made|published|with|who|that|directed|the directors)\b.*$/u;
  const subjects = cleanSubjects(
    as === undefined
      ? before.replace(new RegExp(`\\s(?:${predicate.source.slice(0, -3)}.*$)`, 'u'), '')
      : `${before.replace(/\s(?:have|has|from|of|share|born|located)\b.*$/u, '')} and ${as}`,
  );
  const named = maskPhrases(maskNames(as === undefined ? before : `${before} ${as}`));
  const found = [...named.text.matchAll(new RegExp(NAME, 'gu'))].map((match) => unmask(match[0], named.names));
  const options =
    found.length === 2 ? found : splitOptions(subjects, 'and').map((option) => option.replace(/[,\s]+$/u, '').replace(ROLE_PREFIX, ''));
  const [a, b] = options;
  if (a === undefined || b === undefined) return null;
  const className = /\b(film|movie|song|album|book)s?\b/u.exec(before)?.[1] ?? null;
  const value = attributeQuestion(attribute, before, role !== null);
  if (value === null) return null;
  if (role === null) return { steps: [value.replaceAll('§', a), value.replaceAll('§', b)], verdict: { kind: 'same', values: [0, 1] } };
  return {
    steps: [roleQuestion(role, a, className), roleQuestion(role, b, className), value.replaceAll('§', '#1'), value.replaceAll('§', '#2')],
    verdict: { kind: 'same', values: [2, 3] },
  };
}

const ROLE_PREFIX = new RegExp(`^(?:the\\s)?(?:${ROLE.source})\\s(?:of|for)\\s(?:(?:the\\s)?(?:film|movie|song|album|book)s?\\s)?`, 'u');

/** Removes `the directors of both films`, `both villages,` and the like from the front. */
function cleanSubjects(before: string): string {
  return before
    .replace(
      /^(?:both\s)?(?:the\s)?(?:both\s)?(?:[a-z]+\s)?(?:directors|composers|producers|authors|writers|singers|performers|creators|founders|designers|architects|engineers)\s(?:of|for)\s(?:both\s)?(?:the\s)?(?:[a-z]+\s)?/u,
      '',
    )
    .replace(/^(?:both\s)?(?:of\s)?(?:the\s)?(?:two\s)?[a-z]+s,?\s(?=["“\p{Lu}\d])/u, '')
    .replace(/^both(?:\s[a-z]+)?,?\s/u, '')
    .replace(/,?\s(?:both|all)$/u, '')
    .trim();
}

function attributeQuestion(attribute: string, before: string, role: boolean): string | null {
  const text = attribute.trim();
  if (/\bborn\b/u.test(before)) return /\b(?:year|day|date|month|decade|century)\b/u.test(text) ? 'When was § born?' : 'Where was § born?';
  if (/\bdied?\b/u.test(before)) return /\b(?:year|day|date|month|decade|century)\b/u.test(text) ? 'When did § die?' : 'Where did § die?';
  if (/^(?:nationality|citizenship)$/u.test(text)) return 'What nationality is §?';
  if (/^country(?: of origin)?$/u.test(text))
    return /\b(?:located|situated|in)\b/u.test(before) && !role ? 'In which country is § located?' : 'Which country is § from?';
  if (
    /\b(?:located|situated|in|on)\b/u.test(before) &&
    /^(?:city|town|village|state|county|region|island|place|province|continent)$/u.test(text)
  )
    return `In which ${text} is § located?`;
  if (/^year$/u.test(text)) {
    const verb = /\b(released|founded|opened|built|published|established|commissioned|completed|closed|formed|made)\b/u.exec(before)?.[1];
    return verb === undefined ? null : `When was § ${verb}?`;
  }
  const by =
    /\b(directed|designed|written|built|founded|published|owned|made|composed|produced|played|created|performed|recorded|edited)\sby\s/u.exec(
      before,
    )?.[1];
  if (by !== undefined) return `Who ${by} §?`;
  if (!/^[a-z]+(?: [a-z]+){0,3}$/u.test(text)) return null;
  return relationOfNoun(text)?.kind === 'person' ? `Who is the ${text} of §?` : `What is the ${text} of §?`;
}

/** `Is the designer of A the same person as the designer of B?` must have the role on both sides. */
function samePerson(text: string): QuestionPlan | null {
  const match = /^(?:Is|Was) (the [a-z ]+ of .+?) (?:also |identical (?:to|with) )(the [a-z ]+ of .+)$/u.exec(text);
  const [, a, b] = match ?? [];
  return a === undefined || b === undefined ? null : { steps: [`Who is ${a}?`, `Who is ${b}?`], verdict: { kind: 'same', values: [0, 1] } };
}

/** `Did A open before B?`, `Is A older than B?`, `Was A born after B?` */
function ordering(question: string): QuestionPlan | null {
  const text = question.replace(/[?\s]+$/u, '');
  const timed =
    /^(?:Did|Was|Were|Is|Has) (.+?) ([a-z]+(?: (?:out|up|service|into service))?) (before|after|earlier than|later than) (.+?)(?: (?:was|did|were)(?: [a-z]+)?)?$/u.exec(
      text,
    );
  const compared =
    /^(?:Is|Was|Are) (.+?) (older|younger|taller|higher|longer|larger|bigger|smaller|deeper|wider|heavier|newer) than (.+)$/u.exec(text);
  if (timed !== null) {
    const [, a = '', verb = '', relation = '', b = ''] = timed;
    const measure = measureOf(`${verb} ${relation.startsWith('before') || relation.startsWith('earlier') ? 'first' : 'later'}`, false);
    return measure === null ? null : orderPlan(a, b, measure);
  }
  if (compared === null) return null;
  const [, a = '', adjective = '', b = ''] = compared;
  const measure = measureOf(adjective, !/\b(?:the|barrage|bridge|light|tower|house|dam)\b/u.test(a));
  return measure === null ? null : orderPlan(a, b, measure);
}

function orderPlan(a: string, b: string, measure: Measure): QuestionPlan {
  const verdict: Verdict = { kind: 'order', wants: measure.wants, values: [0, 1] };
  return { steps: [measure.value.replaceAll('§', a), measure.value.replaceAll('§', b)], verdict };
}
