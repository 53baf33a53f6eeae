import { t } from '@vscode/l10n';
import { workspace } from 'vscode';
import { AriadneError } from '../base/errors.ts';

/** @throws AriadneError `untrusted` */
export function requireTrust(): void {
  if (!workspace.isTrusted)
    throw new AriadneError('untrusted', t('Ariadne uses no network in a folder that is not trusted. Trust the folder first.'));
}
