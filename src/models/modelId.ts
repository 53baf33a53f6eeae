/** The ids of models, as settings, the command line and logs name them. */
import { AriadneError } from '../base/errors.ts';
import { allDtypes } from './dtypes.ts';

export type ProviderName = 'builtin' | 'hf' | 'folder' | 'openai' | 'vscode';

export interface ModelId {
  readonly provider: ProviderName;
  /** `ORG/NAME` of `hf`, a path of `folder`, the server's name of `openai`, `VENDOR/FAMILY` of `vscode`; empty for `builtin`. */
  readonly name: string;
  /** A branch, tag or commit; only of `hf`. */
  readonly revision?: string;
  /** The precision of the weights: `q8`, `fp16` …; only of `hf` and `folder`. */
  readonly dtype?: string;
  /** How many numbers of each vector are kept, the first ones; only of embedders that are trained to be cut (Matryoshka). */
  readonly dimension?: number;
}

/** How ids read, for messages and help. */
export const modelIdForms: Readonly<Record<ProviderName, string>> = {
  builtin: 'builtin',
  hf: 'hf:ORG/NAME[@REVISION][#DTYPE]',
  folder: 'folder:PATH[#DTYPE]',
  openai: 'openai:MODEL',
  vscode: 'vscode:VENDOR/FAMILY',
};

/** A path may have a `#` that is no precision. */
const dtypeAtEnd = new RegExp(`#(${allDtypes.join('|')})$`);

/** Behind all else; the letter tells it apart from names that end in a number. */
const dimensionAtEnd = /#([1-9]\d{0,4})d$/;

/** What can follow the id of an embedder. */
export const dimensionForm = '#256d';

/** @throws AriadneError `model-unknown` when the text has no syntax of `modelIdForms` */
export function parseModelId(text: string): ModelId {
  const id = readModelId(text);
  if (id) return id;
  throw new AriadneError('model-unknown', `"${text}" is not the id of a model. Ids read ${Object.values(modelIdForms).join(', ')}.`);
}

/** The text that `parseModelId` reads as this id. */
export function formatModelId({ provider, name, revision, dtype, dimension }: ModelId): string {
  if (provider === 'builtin') return provider;
  const parts = [revision === undefined ? '' : `@${revision}`, dtype === undefined ? '' : `#${dtype}`, dimensionText(dimension)];
  return `${provider}:${name}${parts.join('')}`;
}

/** As ids have it at their end; empty where nothing is cut. */
export function dimensionText(dimension: number | undefined): string {
  return dimension === undefined ? '' : `#${dimension}d`;
}

/** As `parseModelId`; undefined for any other text. */
export function readModelId(written: string): ModelId | undefined {
  const text = written.trim();
  if (text === 'builtin') return { provider: 'builtin', name: '' };
  const [, provider, all = ''] = /^([a-z]+):\s*(\S.*)$/s.exec(text) ?? [];
  const rest = all.replace(dimensionAtEnd, '');
  switch (provider) {
    case 'hf':
      return cut(hubId(rest), all);
    case 'folder':
      return cut(folderId(rest), all);
    case 'openai':
      return rest === '' ? undefined : cut({ provider, name: rest }, all);
    case 'vscode':
      return /^[^/\s]+\/\S+$/.test(all) ? { provider, name: all } : undefined;
    default:
      return undefined;
  }
}

function cut(id: ModelId | undefined, text: string): ModelId | undefined {
  const [, digits] = dimensionAtEnd.exec(text) ?? [];
  return id && digits !== undefined ? { ...id, dimension: Number(digits) } : id;
}

function hubId(text: string): ModelId | undefined {
  const [, name = '', revision, dtype] = /^([\w.-]+\/[\w.-]+)(?:@([\w./-]+))?(?:#(\w+))?$/.exec(text) ?? [];
  // Names go into addresses and paths.
  if (name === '' || /(?:^|\/)\.{1,2}(?:\/|$)/.test(`${name}/${revision ?? ''}`)) return undefined;
  if (dtype !== undefined && !allDtypes.some((one) => one === dtype)) return undefined;
  return { provider: 'hf', name, ...(revision === undefined ? {} : { revision }), ...(dtype === undefined ? {} : { dtype }) };
}

function folderId(text: string): ModelId | undefined {
  const [, dtype] = dtypeAtEnd.exec(text) ?? [];
  const name = text.replace(dtypeAtEnd, '');
  return name === '' ? undefined : { provider: 'folder', name, ...(dtype === undefined ? {} : { dtype }) };
}

/** A model on the hub; the part of a `ModelId` that the hub knows. */
export interface HubModel {
  /** `ORG/NAME`. */
  readonly name: string;
  /** Branch, tag or commit. Default: `main`. */
  readonly revision?: string;
  /** Precision of the weights as transformers.js names it. Default: the first that suits the role and that the model has. */
  readonly dtype?: string;
}

export const defaultHubUrl = 'https://huggingface.co';

/** True for a name that is safe in addresses and file names. */
export function isHubName(name: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,95}\/[A-Za-z0-9][\w.-]{0,95}$/.test(name) && !name.includes('..');
}

/** The id as people write it. */
export function idText(model: HubModel): string {
  return formatModelId({ provider: 'hf', ...model });
}
