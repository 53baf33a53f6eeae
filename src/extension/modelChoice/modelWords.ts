/** What is said of the chosen models: who answers, where, and what leaves the machine. Does not use VS Code. */
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
  readonly icon: string;
  /** What it does, as a sentence. */
  readonly does: string;
  /** What is sent to a model that is not on this computer. */
  readonly gets: string;
}

/** In the order in which they are offered: who answers, then who searches. */
export const roleWords: Readonly<Record<NamedRole, RoleWords>> = {
  chat: {
    label: 'Chat',
    icon: 'comment-discussion',
    does: 'Splits questions, reads passages and writes answers.',
    gets: 'questions and the passages found',
  },
  planner: {
    label: 'Planner',
    icon: 'list-tree',
    does: 'Splits questions in place of the chat model.',
    gets: 'questions and the answers of steps',
  },
  reader: {
    label: 'Reader',
    icon: 'quote',
    does: 'Quotes answers from passages, while no chat model is chosen.',
    gets: 'questions and the passages found',
  },
  embedder: {
    label: 'Search',
    icon: 'circuit-board',
    does: 'Finds passages by meaning, not only by their words (embedder).',
    gets: 'the text of all passages',
  },
  reranker: {
    label: 'Ranking',
    icon: 'list-ordered',
    does: 'Puts the passages found in order, with methods that rank them again (reranker).',
    gets: 'questions and the passages found',
  },
  entailment: {
    label: 'Comparison',
    icon: 'git-compare',
    does: 'Judges whether answers say the same, with methods that ask several times (entailment).',
    gets: 'answers',
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
      return `${name} in VS Code`;
    case 'openai':
      return `${name} at ${new URL(baseUrl).host}`;
    case 'hf':
      return `${shortName(id)} on this computer`;
    case 'folder':
      return `${shortName(id)} in a folder`;
    default:
      return 'built-in';
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
  if (first === undefined) return 'Built-in models';
  // A reader only answers where there is no chat model.
  if (first === 'chat' || first === 'reader') return shortName(models[first] ?? '');
  return `Built-in + ${chosen.length === 1 ? shortName(models[first] ?? '') : `${chosen.length} models`}`;
}

/** As `answeringName`, with the place of a chat model, to which prompts are sent. */
export function answeringText(chosen: Chosen): string {
  const { chat } = chosen.models;
  return chat === 'builtin' ? answeringName(chosen) : modelText(chat, chosen.baseUrl);
}

/** One sentence for tooltips. A reader only answers where there is no chat model. */
export function answeredBy({ models: { chat, reader = 'builtin' }, baseUrl }: Chosen): string {
  const id = chat === 'builtin' ? reader : chat;
  return `Answered by ${id === 'builtin' ? 'the built-in models' : modelText(id, baseUrl)}.`;
}

/** Every role with its model, a line each; then what leaves the computer. */
export function modelLines(chosen: Chosen): string {
  const lines = roles
    .filter((role) => role !== 'planner' || chosen.models.planner !== undefined)
    .map(
      (role) =>
        `${roleWords[role].label}: ${modelText(chosen.models[role] ?? 'builtin', chosen.baseUrl)}${role === 'embedder' ? comingText(chosen) : ''}`,
    );
  return [...lines, leavingText(chosen)].join('\n');
}

function comingText({ comingEmbedder, baseUrl }: Chosen): string {
  if (comingEmbedder === undefined) return '';
  return `, until ${comingEmbedder === 'builtin' ? 'the built-in model' : modelText(comingEmbedder, baseUrl)} is ready`;
}

/** An embedder that makes its vectors gets the text of passages before it answers. */
function leavingText({ models, baseUrl, comingEmbedder = 'builtin' }: Chosen): string {
  const at = [...roles.map((role) => models[role] ?? 'builtin'), comingEmbedder].flatMap((id) => placeOf(id, baseUrl) ?? []);
  const places = [...new Set(at)];
  return places.length === 0 ? 'Nothing leaves this computer.' : `Text of your documents goes to ${places.join(' and ')}.`;
}

/** Where a model outside this computer is; undefined for models on it. */
function placeOf(id: string, baseUrl: string): string | undefined {
  if (id.startsWith('vscode:')) return 'VS Code’s language models';
  return id.startsWith('openai:') && !isOnThisComputer(baseUrl) ? new URL(baseUrl).host : undefined;
}
