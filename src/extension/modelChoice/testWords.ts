/** What is said of a test of models. Does not use VS Code. */
import { t } from '@vscode/l10n';
import { userLocale } from '../../base/userLanguage.ts';
import { tenths } from '../../base/amounts.ts';
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
    ? t('You have chosen {0}. Ariadne does not contact it while the setting “Ariadne: Offline” is on.', names)
    : t('You have chosen {0}. A test sends it one short question, and nothing of your documents.', names);
}

interface Verdict {
  /** Everything works and is right. */
  readonly isGood: boolean;
  readonly sentence: string;
}

export function verdictOf(tested: readonly TestedModel[]): Verdict {
  const isOne = tested.length === 1;
  if (tested.some(({ works }) => !works))
    return { isGood: false, sentence: isOne ? t('The model does not work.') : t('Not all models work.') };
  if (tested.some(({ isRight = true }) => !isRight))
    return { isGood: false, sentence: isOne ? t('The model answers wrongly.') : t('Some models answer wrongly.') };
  if (tested.some(isLimited))
    return { isGood: true, sentence: isOne ? t('The model works, with limits.') : t('The models work, with limits.') };
  return { isGood: true, sentence: isOne ? t('The model works.') : t('The models work.') };
}

/** What the user must know of each, in a sentence or two. */
export function testedSentence(tested: readonly TestedModel[]): string {
  const notable = tested.flatMap((model) => {
    const { works, isRight = true, facts, limits = [] } = model;
    const name = shortName(model.model);
    if (!works) return [t('{0} does not work. {1}', name, facts.join(' '))];
    if (!isRight) return [t('{0} answered a simple question wrongly: it {1}.', name, facts[0] ?? '')];
    return limits.length === 0 ? [] : [t('{0} works, but {1}.', name, listed(limits))];
  });
  if (notable.length > 0) return notable.join(' ');
  const names = listed([...new Set(tested.map(({ model }) => shortName(model)))]);
  return tested.length === 1 ? t('{0} works.', names) : t('{0} work.', names);
}

/** What was found out about models, a paragraph each. */
export function testedText(tested: readonly TestedModel[]): string {
  return tested.map(paragraphOf).join('\n\n');
}

function paragraphOf({ role, model, works, isRight = true, facts, limits = [], seconds }: TestedModel): string {
  const name = `${labelOf(role)}: ${shortName(model)}`;
  if (!works) return t('{0} does not work. {1}', name, facts.join(' '));
  const outcome = isRight ? (limits.length > 0 ? t('works, with limits') : t('works')) : t('answers, but wrongly');
  return [`${name} ${outcome} (${tenths(seconds)} s)`, ...[...limits, ...facts].map((fact) => `· ${fact}`)].join('\n');
}

function isLimited({ limits = [] }: TestedModel): boolean {
  return limits.length > 0;
}

function labelOf(role: NamedRole): string {
  return roleWords[role].label;
}

function listed(parts: readonly string[]): string {
  return new Intl.ListFormat(userLocale()).format(parts);
}
