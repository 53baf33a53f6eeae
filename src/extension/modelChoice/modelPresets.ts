/** Choices for all roles at once. Does not use VS Code. */
import { t } from '@vscode/l10n';
import type { ModelList, NamedRole } from '../../protocol/modelLibrary.ts';
import { builtinModels, planningRole } from '../../protocol/runSpec.ts';
import { modelText, roles } from './modelWords.ts';
import type { Settings } from '../settings.ts';
import { count } from '../../base/amounts.ts';

export interface PresetFacts extends Pick<Settings, 'models' | 'baseUrl'> {
  /** Undefined where it is not known, because no folder is open. */
  readonly list: Pick<ModelList, 'models' | 'catalog'> | undefined;
  /** Of the index. */
  readonly passages: number;
}

export interface ModelPreset {
  readonly id: 'builtin' | 'local' | 'endpoint' | 'editor';
  readonly icon: string;
  readonly label: string;
  readonly facts: readonly string[];
  readonly detail: string;
  /** What is chosen at once; of the last two, other steps choose the chat model. */
  readonly models: Readonly<Record<NamedRole, string>>;
}

const allBuiltin: ModelPreset['models'] = { ...builtinModels, [planningRole]: 'builtin', reader: 'builtin' };
/** A chat model of the catalog has half a gigabyte and more, so it is chosen only as a role. */
const localRoles = ['reader', 'embedder', 'reranker', 'entailment'] as const;

export function modelPresets(facts: PresetFacts): readonly ModelPreset[] {
  const { models, baseUrl } = facts;
  const chat = modelText(models.chat, baseUrl);
  const current = (isCurrent: boolean, text = ''): string => (isCurrent ? (text === '' ? t('current') : t('current: {0}', text)) : '');
  return [
    {
      id: 'builtin',
      icon: 'shield',
      label: t('Built-in models'),
      facts: [current(isChosen(facts, allBuiltin)), rebuilt(facts, allBuiltin)],
      detail: t('Nothing is sent or downloaded. Free. They quote your documents.'),
      models: allBuiltin,
    },
    ...localPreset(facts),
    {
      id: 'endpoint',
      icon: 'server',
      label: t('Model on a server…'),
      facts: [current(models.chat.startsWith('openai:'), chat), t('the server’s price')],
      detail: t('Ollama, LM Studio, OpenAI and others. Gets your questions and the passages found.'),
      models: allBuiltin,
    },
    {
      id: 'editor',
      icon: 'vscode',
      label: t('VS Code models…'),
      facts: [current(models.chat.startsWith('vscode:'), chat), t('uses your plan')],
      detail: t('Copilot or another extension. Gets your questions and the passages found.'),
      models: allBuiltin,
    },
  ];
}

/** The first model of the catalog for each role; none where the catalog is not known. */
function localPreset(facts: PresetFacts): readonly ModelPreset[] {
  const { list } = facts;
  if (!list) return [];
  const entries = localRoles.flatMap((role) => list.catalog.find((entry) => entry.role === role) ?? []);
  const models = { ...allBuiltin, ...Object.fromEntries(entries.map(({ role, id }) => [role, id])) };
  const missing = entries.filter(({ isInstalled }) => !isInstalled);
  return [
    {
      id: 'local',
      icon: 'device-desktop',
      label: t('Local models'),
      facts: [isChosen(facts, models) ? t('current') : downloadText(missing), rebuilt(facts, models)],
      detail: t('Nothing is sent. Free. Better quoting, search, ranking and comparison.'),
      models,
    },
  ];
}

function downloadText(missing: ModelList['catalog']): string {
  if (missing.length === 0) return t('on this computer');
  const known = missing.reduce((sum, { megabytes = 0 }) => sum + megabytes, 0);
  const isWhole = missing.every(({ megabytes }) => megabytes !== undefined);
  const size = `${Math.round(known)} MB`;
  return `${count(missing.length, 'download')}, ${isWhole ? size : t('more than {0}', size)}`;
}

function rebuilt({ models, passages }: PresetFacts, wanted: ModelPreset['models']): string {
  return passages > 0 && models.embedder !== wanted.embedder ? t('processes {0} once', count(passages, 'passage')) : '';
}

function isChosen({ models }: PresetFacts, wanted: ModelPreset['models']): boolean {
  return roles.every((role) => (models[role] ?? 'builtin') === wanted[role]);
}
