/** Imported before all modules with words: takes those of the editor's language, which are in `l10n`. */
import { env, l10n } from 'vscode';
import { setUserLanguage } from '../base/userLanguage.ts';

if (l10n.bundle !== undefined) setUserLanguage(env.language, l10n.bundle);
