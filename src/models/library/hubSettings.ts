/** What the environment says about the hub of models. In the editor the extension host sets it from the settings. */
import { defaultHubUrl } from '../modelId.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The hub or a mirror; HF_ENDPOINT is the variable that other programs use. An address that cannot be one counts as none. */
export function hubUrlOf({ HF_ENDPOINT: url }: Environment): string {
  return url !== undefined && /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? url : defaultHubUrl;
}

export function isOfflineBy({ ARIADNE_OFFLINE: value }: Environment): boolean {
  return value !== undefined && !['', '0', 'false', 'no'].includes(value.toLowerCase());
}

/** The folder that ARIADNE_MODELS names; undefined without one. */
export function modelsFolderOf({ ARIADNE_MODELS: folder }: Environment): string | undefined {
  return folder === undefined || folder === '' ? undefined : folder;
}
