/** Finds a language model of VS Code, and says why there is none or why it failed. Does not load VS Code's API. */
import type { LanguageModelChat, lm } from 'vscode';
import { untilAborted } from '../../base/abort.ts';
import { AriadneError, messageOf } from '../../base/errors.ts';
import { plainLine } from '../../base/plainText.ts';

export type LanguageModels = Pick<typeof lm, 'selectChatModels'>;

const chooseAnother = 'Choose another model ("Ariadne: Choose Models…").';

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
  throw others.length === 0 ? noEditorModels(api) : missing(`VS Code has no model ${name} now. ${chooseAnother}`);
}

export function noEditorModels(api: LanguageModels | undefined): AriadneError {
  return missing(
    api
      ? `VS Code has no language models. Sign in to Copilot, or install an extension that offers some. ${chooseAnother}`
      : `This editor offers no language models to extensions. ${chooseAnother}`,
  );
}

function missing(sentence: string): AriadneError {
  return new AriadneError('chat-model-missing', sentence);
}

export function tooLong({ name, maxInputTokens }: LanguageModelChat, tokens: number): AriadneError {
  return new AriadneError(
    'chat-context-too-long',
    `The prompt is too long for ${name} (${tokens} tokens; the limit is ${maxInputTokens}). Use fewer passages or a model with a larger context.`,
  );
}

export function editorModelSilent({ name, vendor }: Pick<LanguageModelChat, 'name' | 'vendor'>, seconds: number): AriadneError {
  return new AriadneError(
    'chat-timeout',
    `${name} did not begin to answer within ${seconds} seconds. Look at the log of the extension that offers it (${vendor}), raise "firstToken" in "ariadne.openai.timeouts", or choose another model.`,
  );
}

function notListed(seconds: number): AriadneError {
  return new AriadneError(
    'chat-timeout',
    `VS Code did not list its language models within ${seconds} seconds. Look at the log of the extension that offers them, or reload the window. ${chooseAnother}`,
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
      `VS Code does not let Ariadne use ${name}. To allow it, open the Accounts menu, select "Manage Language Model Access…", and ask again.`,
    );
  }
  if (code === 'NotFound') return as('chat-model-missing', `VS Code no longer has ${name}. ${chooseAnother}`);
  if (code !== 'Blocked' && /context (?:length|window|size)|too (?:long|many tokens)|token limit/i.test(said)) {
    return as(
      'chat-context-too-long',
      `The prompt is too long for ${name} (${said}). Use fewer passages or a model with a larger context.`,
    );
  }
  if (code === 'Blocked' || /quota|rate.?limit|too many requests/i.test(said)) {
    return as(
      'chat-rate-limited',
      `${name} does not take requests now (${said}). Wait until your quota is renewed, or choose another model.`,
    );
  }
  return as(
    'door-unreachable',
    `${name} failed in VS Code (${said}). Try again, or look at the log of the extension that offers it (${vendor}).`,
  );
}
