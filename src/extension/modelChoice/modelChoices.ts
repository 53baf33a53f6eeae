/**
 * The choices of a chat or search model, with what leaves the computer, what they cost, what is downloaded and what is made again. Does not
 * use VS Code.
 */
import { t } from '@vscode/l10n';
import type { ModelList } from '../../protocol/modelLibrary.ts';
import { shortName } from '../../protocol/modelName.ts';
import { modelText, roleWords, type ListedRole } from './modelWords.ts';
import { isOnThisComputer } from './serverPresets.ts';
import { bytesText, count, grouped } from '../../base/amounts.ts';

export interface ModelChoice {
  /** The id for the setting. */
  readonly id: string;
  readonly group: 'current' | 'built-in' | 'here' | 'download' | 'server' | 'editor';
  readonly label: string;
  readonly facts: readonly string[];
  readonly detail: string;
  readonly isCurrent: boolean;
}

export interface ChoiceFacts {
  readonly role: ListedRole;
  /** Id of the model that is chosen for the role. */
  readonly current: string;
  readonly list: Pick<ModelList, 'models' | 'catalog'> | undefined;
  /** Models of the server that is in use; empty when no model on a server is chosen. */
  readonly server: { readonly baseUrl: string; readonly names: readonly string[] };
  readonly editorModels: readonly {
    readonly id: string;
    readonly name: string;
    readonly vendor: string;
    readonly maxInputTokens: number;
  }[];
  /** Of the index. */
  readonly passages: number;
}

export function modelChoices(facts: ChoiceFacts): ModelChoice[] {
  const choices = [
    builtinChoice(facts),
    ...installedChoices(facts),
    ...catalogChoices(facts),
    ...serverChoices(facts),
    ...(facts.role === 'chat' ? editorChoices(facts) : []),
  ];
  return choices.some(({ isCurrent }) => isCurrent) ? choices : [currentChoice(facts), ...choices];
}

/** What is chosen, but in none of the lists: a folder, a model that was removed, a server that does not answer. */
function currentChoice(facts: ChoiceFacts): ModelChoice {
  const { current, server } = facts;
  return choice(facts, { id: current, group: 'current', label: modelText(current, server.baseUrl), facts: [], sentences: [] });
}

const stays = t('Nothing is sent. Free.');

function builtinChoice(facts: ChoiceFacts): ModelChoice {
  const does = facts.role === 'chat' ? t('Answers with the words of your documents.') : t('Learns from your documents.');
  return choice(facts, { id: 'builtin', group: 'built-in', label: t('Built-in'), facts: [], sentences: [stays, does] });
}

function installedChoices(facts: ChoiceFacts): ModelChoice[] {
  const models = facts.list?.models ?? [];
  return models
    .filter(({ role }) => role === undefined || role === facts.role)
    .map(({ id, role, sizeBytes, license, usedAs }) =>
      choice(facts, {
        // The catalog's and the user's own spelling of the id stay current.
        id: usedAs?.includes(facts.role) === true ? facts.current : id,
        group: 'here',
        label: shortName(id),
        facts: [bytesText(sizeBytes), ...(license === undefined ? [] : [licenseText(license)]), dtypeOf(id)],
        sentences: [stays, ...(role === undefined ? [t('Its files do not say what it is for.')] : [])],
      }),
    );
}

function catalogChoices(facts: ChoiceFacts): ModelChoice[] {
  const offered = facts.list?.catalog ?? [];
  return offered
    .filter(({ role, isInstalled }) => role === facts.role && !isInstalled)
    .map(({ id, summary, license, megabytes }) =>
      choice(facts, {
        id,
        group: 'download',
        label: shortName(id),
        facts: [megabytes === undefined ? t('size shown before download') : `${megabytes} MB`, licenseText(license)],
        sentences: [stays, summary],
      }),
    );
}

function serverChoices(facts: ChoiceFacts): ModelChoice[] {
  const { baseUrl, names } = facts.server;
  const { host } = new URL(baseUrl);
  const leaves = isOnThisComputer(baseUrl) ? t('The server is on this computer.') : t('Gets {0}.', roleWords[facts.role].gets);
  const price = isOnThisComputer(baseUrl) ? [] : [t('the server’s price')];
  return names.map((name) =>
    choice(facts, { id: `openai:${name}`, group: 'server', label: name, facts: [t('at {0}', host), ...price], sentences: [leaves] }),
  );
}

function editorChoices(facts: ChoiceFacts): ModelChoice[] {
  return facts.editorModels.map(({ id, name, vendor, maxInputTokens }) =>
    choice(facts, {
      id,
      group: 'editor',
      label: name,
      facts: [vendor, t('up to {0} tokens', grouped(maxInputTokens)), t('uses your plan')],
      sentences: [t('Gets {0}.', roleWords[facts.role].gets)],
    }),
  );
}

interface Draft extends Pick<ModelChoice, 'id' | 'group' | 'label'> {
  readonly facts: readonly string[];
  readonly sentences: readonly string[];
}

function choice({ role, current, passages }: ChoiceFacts, draft: Draft): ModelChoice {
  const { id, group, label, facts, sentences } = draft;
  const isCurrent = id === current;
  const rebuilt = role === 'embedder' && !isCurrent && passages > 0 ? [rebuiltText(passages)] : [];
  return {
    id,
    group,
    label,
    isCurrent,
    facts: [...(isCurrent ? [t('current')] : []), ...facts],
    // A row shows some seventy characters: what matters most comes first.
    detail: [...sentences.slice(0, 1), ...rebuilt, ...sentences.slice(1)].join(' '),
  };
}

/** The vectors of the last models are kept, so it may be fewer. */
function rebuiltText(passages: number): string {
  return t('Processes {0} once.', count(passages, 'passage'));
}

function dtypeOf(id: string): string {
  return /#(\w+)$/.exec(id)?.[1] ?? '';
}

/** SPDX identifiers as they are usually written. */
export function licenseText(license: string): string {
  const known: Readonly<Record<string, string>> = { 'apache-2.0': 'Apache-2.0', mit: 'MIT', 'cc-by-4.0': 'CC-BY-4.0' };
  return known[license] ?? license;
}
