/** What is said of the chosen models: who answers, where, and what leaves the machine. Does not use VS Code. */
import { t } from '@vscode/l10n';
import { userLocale } from '../../base/userLanguage.ts';
import { count } from '../../base/amounts.ts';
import type { IndexStatus } from '../../protocol/indexStatus.ts';
import type { NamedRole } from '../../protocol/modelLibrary.ts';
import { shortName } from '../../protocol/modelName.ts';
import { isOnThisComputer } from './serverPresets.ts';
import type { Settings } from '../settings.ts';

interface Chosen extends Pick<Settings, 'models' | 'baseUrl'> {
  /** The chosen embedder, while that in `models` answers. */
  readonly comingEmbedder?: string;
}

interface RoleWords {
  readonly label: string;
  /** In the middle of a sentence. */
  readonly name: string;
  /** Of the list to choose from. */
  readonly title: string;
  readonly icon: string;
  /** What it does, as a sentence. */
  readonly does: string;
  /** What is sent to a model that is not on this computer. */
  readonly gets: string;
}

/** In the order in which they are offered: who answers, then who searches. */
export const roleWords: Readonly<Record<NamedRole, RoleWords>> = {
  chat: {
    label: t('Chat'),
    name: t('chat model'),
    title: t('Chat Model'),
    icon: 'comment-discussion',
    does: t('Splits questions, reads passages and writes answers.'),
    gets: t('questions and the passages found'),
  },
  planner: {
    label: t('Planner'),
    name: t('planner model'),
    title: t('Planner Model'),
    icon: 'list-tree',
    does: t('Splits questions in place of the chat model.'),
    gets: t('questions and the answers of steps'),
  },
  reader: {
    label: t('Reader'),
    name: t('reader model'),
    title: t('Reader Model'),
    icon: 'quote',
    does: t('Quotes answers from passages, while no chat model is chosen.'),
    gets: t('questions and the passages found'),
  },
  embedder: {
    label: t('Search'),
    name: t('search model'),
    title: t('Search Model'),
    icon: 'circuit-board',
    does: t('Finds passages by meaning, not only by their words (embedder).'),
    gets: t('the text of all passages'),
  },
  reranker: {
    label: t('Ranking'),
    name: t('ranking model'),
    title: t('Ranking Model'),
    icon: 'list-ordered',
    does: t('Puts the passages found in order, with methods that rank them again (reranker).'),
    gets: t('questions and the passages found'),
  },
  entailment: {
    label: t('Comparison'),
    name: t('comparison model'),
    title: t('Comparison Model'),
    icon: 'git-compare',
    does: t('Judges whether answers say the same, with methods that ask several times (entailment).'),
    gets: t('answers'),
  },
};
/** The roles that have a list of models to choose from. The settings have the others. */
export type ListedRole = 'chat' | 'embedder';
export const roles = Object.keys(roleWords) as readonly NamedRole[];

/** A model on a server is shown with the server's address, since prompts are sent there. */
export function modelText(id: string, baseUrl: string): string {
  const [, provider, name = ''] = /^(\w+):(.*)$/s.exec(id) ?? [];
  switch (provider) {
    case 'vscode':
      return t('{0} in VS Code', name);
    case 'openai':
      return t('{0} at {1}', name, new URL(baseUrl).host);
    case 'hf':
      return t('{0} on this computer', shortName(id));
    case 'folder':
      return t('{0} in a folder', shortName(id));
    default:
      return t('built-in');
  }
}

/** The models that answer now: an embedder answers once it has made its vectors, and until then the one whose vectors the index has. */
export function answeringNow({ models, baseUrl }: Chosen, { vectors, embedder }: Pick<IndexStatus, 'vectors' | 'embedder'>): Chosen {
  if (vectors === 'none' || embedder === undefined || embedder === models.embedder) return { models, baseUrl };
  return { models: { ...models, embedder }, baseUrl, comingEmbedder: models.embedder };
}

/** Who answers, in a few words. */
export function answeringName({ models }: Chosen): string {
  const chosen = roles.filter((role) => (models[role] ?? 'builtin') !== 'builtin');
  const [first] = chosen;
  if (first === undefined) return t('Built-in models');
  // A reader only answers where there is no chat model.
  if (first === 'chat' || first === 'reader') return shortName(models[first] ?? '');
  return t('Built-in + {0}', chosen.length === 1 ? shortName(models[first] ?? '') : count(chosen.length, 'model'));
}

/** As `answeringName`, with the place of a chat model, to which prompts are sent. */
export function answeringText(chosen: Chosen): string {
  const { chat } = chosen.models;
  return chat === 'builtin' ? answeringName(chosen) : modelText(chat, chosen.baseUrl);
}

/** One sentence for tooltips. A reader only answers where there is no chat model. */
export function answeredBy({ models: { chat, reader = 'builtin' }, baseUrl }: Chosen): string {
  const id = chat === 'builtin' ? reader : chat;
  return t('Answered by {0}.', id === 'builtin' ? t('the built-in models') : modelText(id, baseUrl));
}

/** Every role with its model, a line each; then what leaves the computer. */
export function modelLines(chosen: Chosen): string {
  const lines = roles
    .filter((role) => role !== 'planner' || chosen.models.planner !== undefined)
    .map((role) => `${roleWords[role].label}: ${modelLine(chosen, role)}`);
  return [...lines, leavingText(chosen)].join('\n');
}

function modelLine({ models, baseUrl, comingEmbedder }: Chosen, role: NamedRole): string {
  const now = modelText(models[role] ?? 'builtin', baseUrl);
  if (role !== 'embedder' || comingEmbedder === undefined) return now;
  return t('{0}, until {1} is ready', now, comingEmbedder === 'builtin' ? t('the built-in model') : modelText(comingEmbedder, baseUrl));
}

/** An embedder that makes its vectors gets the text of passages before it answers. */
function leavingText({ models, baseUrl, comingEmbedder = 'builtin' }: Chosen): string {
  const at = [...roles.map((role) => models[role] ?? 'builtin'), comingEmbedder].flatMap((id) => placeOf(id, baseUrl) ?? []);
  const places = [...new Set(at)];
  return places.length === 0
    ? t('Nothing leaves this computer.')
    : t('Text of your documents goes to {0}.', new Intl.ListFormat(userLocale()).format(places));
}

/** Where a model outside this computer is; undefined for models on it. */
function placeOf(id: string, baseUrl: string): string | undefined {
  if (id.startsWith('vscode:')) return t('VS Code’s language models');
  return id.startsWith('openai:') && !isOnThisComputer(baseUrl) ? new URL(baseUrl).host : undefined;
}
