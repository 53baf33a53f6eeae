/** Finds a language model of VS Code, and says why there is none or why it failed. Does not load VS Code's API. */
import { t } from '@vscode/l10n';
import type { LanguageModelChat, lm } from 'vscode';
import { untilAborted } from '../../base/abort.ts';
import { AriadneError, messageOf } from '../../base/errors.ts';
import { plainLine } from '../../base/plainText.ts';

export type LanguageModels = Pick<typeof lm, 'selectChatModels'>;

const chooseAnother = t('Choose another model ("Ariadne: Choose Models…").');

/** VS Code first starts the extensions that offer models, which may have to sign in. */
const listingMs = 30_000;

/**
 * The same models; listing them ends with the signal, and when it takes too long.
 * @param ms how long VS Code may take; default: half a minute
 */
export function within(api: LanguageModels | undefined, signal: AbortSignal, ms = listingMs): LanguageModels | undefined {
  return (
    api && {
      selectChatModels: async (selector) => {
        const over = AbortSignal.timeout(ms);
        try {
          return await untilAborted(Promise.resolve(api.selectChatModels(selector)), AbortSignal.any([signal, over]));
        } catch (error) {
          throw over.aborted && !signal.aborted ? notListed(ms / 1000) : error;
        }
      },
    }
  );
}

/**
 * @param api undefined in editors that build on VS Code and lack this part of its API
 * @throws AriadneError `chat-model-missing`
 */
export async function findEditorModel(api: LanguageModels | undefined, name: string): Promise<LanguageModelChat> {
  const [vendor = '', ...family] = name.split('/');
  const [model] = (await api?.selectChatModels({ vendor, family: family.join('/') })) ?? [];
  if (model) return model;
  const others = (await api?.selectChatModels()) ?? [];
  throw others.length === 0 ? noEditorModels(api) : missing(t('VS Code has no model {0} now. {1}', name, chooseAnother));
}

export function noEditorModels(api: LanguageModels | undefined): AriadneError {
  return missing(
    api
      ? t('VS Code has no language models. Sign in to Copilot, or install an extension that offers some. {0}', chooseAnother)
      : t('This editor offers no language models to extensions. {0}', chooseAnother),
  );
}

function missing(sentence: string): AriadneError {
  return new AriadneError('chat-model-missing', sentence);
}

export function tooLong({ name, maxInputTokens }: LanguageModelChat, tokens: number): AriadneError {
  return new AriadneError(
    'chat-context-too-long',
    t(
      'The prompt is too long for {0} ({1} tokens; the limit is {2}). Use fewer passages or a model with a larger context.',
      name,
      tokens,
      maxInputTokens,
    ),
  );
}

export function editorModelSilent({ name, vendor }: Pick<LanguageModelChat, 'name' | 'vendor'>, seconds: number): AriadneError {
  return new AriadneError(
    'chat-timeout',
    t(
      '{0} did not begin to answer within {1} seconds. Look at the log of the extension that offers it ({2}), raise "firstToken" in "ariadne.openai.timeouts", or choose another model.',
      name,
      seconds,
      vendor,
    ),
  );
}

function notListed(seconds: number): AriadneError {
  return new AriadneError(
    'chat-timeout',
    t(
      'VS Code did not list its language models within {0} seconds. Look at the log of the extension that offers them, or reload the window. {1}',
      seconds,
      chooseAnother,
    ),
  );
}

/**
 * An error in words. Those that VS Code has no code for come from the extension that has the model, and may pass.
 * @param code that of a `LanguageModelError`; empty for other errors
 */
export function explained(error: unknown, code: string, { name, vendor }: Pick<LanguageModelChat, 'name' | 'vendor'>): AriadneError {
  const said = plainLine(messageOf(error))
    .slice(0, 200)
    .replace(/(?<![.\s])[.\s]+$/, '');
  const as = (errorCode: ConstructorParameters<typeof AriadneError>[0], sentence: string): AriadneError =>
    new AriadneError(errorCode, sentence, { cause: error });
  if (code === 'NoPermissions') {
    return as(
      'chat-unauthorized',
      t(
        'VS Code does not let Ariadne use {0}. To allow it, open the Accounts menu, select "Manage Language Model Access…", and ask again.',
        name,
      ),
    );
  }
  if (code === 'NotFound') return as('chat-model-missing', t('VS Code no longer has {0}. {1}', name, chooseAnother));
  if (code !== 'Blocked' && /context (?:length|window|size)|too (?:long|many tokens)|token limit/i.test(said)) {
    return as(
      'chat-context-too-long',
      t('The prompt is too long for {0} ({1}). Use fewer passages or a model with a larger context.', name, said),
    );
  }
  if (code === 'Blocked' || /quota|rate.?limit|too many requests/i.test(said)) {
    return as(
      'chat-rate-limited',
      t('{0} does not take requests now ({1}). Wait until your quota is renewed, or choose another model.', name, said),
    );
  }
  return as(
    'door-unreachable',
    t('{0} failed in VS Code ({1}). Try again, or look at the log of the extension that offers it ({2}).', name, said, vendor),
  );
}
