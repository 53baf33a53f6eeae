/** What is said of a test of models. Does not use VS Code. */
import type { ChosenModels, NamedRole, TestedModel } from '../../protocol/modelLibrary.ts';
import { shortName } from '../../protocol/modelName.ts';
import { modelText, roleWords } from './modelWords.ts';
import { isOnThisComputer } from './serverPresets.ts';
import type { Settings } from '../settings.ts';

/** Those that are not built in. */
export function otherModels(models: ChosenModels): ChosenModels {
  return Object.fromEntries(Object.entries(models).filter(([, id]) => id !== undefined && id !== 'builtin'));
}

/** Whether asking all of them costs neither money nor quota, because they run on this computer. */
export function isFreeToTest(models: ChosenModels, baseUrl: string): boolean {
  return Object.values(otherModels(models)).every(
    (id = '') => /^(?:hf|folder):/.test(id) || (id.startsWith('openai:') && isOnThisComputer(baseUrl)),
  );
}

export function testedNames(models: ChosenModels): string {
  return listed([...new Set(Object.values(models).map((id = '') => shortName(id)))]);
}

/** Of models that may cost something to ask. */
export function chosenSentence(models: ChosenModels, { baseUrl, isOffline }: Pick<Settings, 'baseUrl' | 'isOffline'>): string {
  const names = listed([...new Set(Object.values(otherModels(models)).map((id = '') => modelText(id, baseUrl)))]);
  return isOffline
    ? `You have chosen ${names}. Ariadne does not contact it while the setting “Ariadne: Offline” is on.`
    : `You have chosen ${names}. A test sends it one short question, and nothing of your documents.`;
}

interface Verdict {
  /** Everything works and is right. */
  readonly isGood: boolean;
  readonly sentence: string;
}

export function verdictOf(tested: readonly TestedModel[]): Verdict {
  const isOne = tested.length === 1;
  if (tested.some(({ works }) => !works)) return { isGood: false, sentence: isOne ? 'The model does not work.' : 'Not all models work.' };
  if (tested.some(({ isRight = true }) => !isRight))
    return { isGood: false, sentence: isOne ? 'The model answers wrongly.' : 'Some models answer wrongly.' };
  const works = isOne ? 'The model works' : 'The models work';
  return { isGood: true, sentence: tested.some(isLimited) ? `${works}, with limits.` : `${works}.` };
}

/** What the user must know of each, in a sentence or two. */
export function testedSentence(tested: readonly TestedModel[]): string {
  const notable = tested.flatMap((model) => {
    const { works, isRight = true, facts, limits = [] } = model;
    const name = shortName(model.model);
    if (!works) return [`${name} does not work. ${facts.join(' ')}`];
    if (!isRight) return [`${name} answered a simple question wrongly: it ${facts[0] ?? ''}.`];
    return limits.length === 0 ? [] : [`${name} works, but ${listed(limits)}.`];
  });
  return notable.length > 0
    ? notable.join(' ')
    : `${listed([...new Set(tested.map(({ model }) => shortName(model)))])} ${tested.length === 1 ? 'works' : 'work'}.`;
}

/** What was found out about models, a paragraph each. */
export function testedText(tested: readonly TestedModel[]): string {
  return tested.map(paragraphOf).join('\n\n');
}

function paragraphOf({ role, model, works, isRight = true, facts, limits = [], seconds }: TestedModel): string {
  const name = `${labelOf(role)}: ${shortName(model)}`;
  if (!works) return `${name} does not work. ${facts.join(' ')}`;
  const outcome = isRight ? (limits.length > 0 ? 'works, with limits' : 'works') : 'answers, but wrongly';
  return [`${name} ${outcome} (${seconds.toFixed(1)} s)`, ...[...limits, ...facts].map((fact) => `· ${fact}`)].join('\n');
}

function isLimited({ limits = [] }: TestedModel): boolean {
  return limits.length > 0;
}

function labelOf(role: NamedRole): string {
  return roleWords[role].label;
}

function listed(parts: readonly string[]): string {
  return new Intl.ListFormat('en').format(parts);
}
