/** Names of models on the hub, and how they are written. */
import { formatModelId } from '../modelId.ts';

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

/** Sizes as people read them: 23.4 MB. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}
