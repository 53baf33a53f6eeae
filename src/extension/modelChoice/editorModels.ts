/** The language models that other extensions offer to VS Code. They answer the engine's requests here, in the extension host. */
import { t } from '@vscode/l10n';
import pLimit from 'p-limit';
import * as vscode from 'vscode';
import { abortError } from '../../base/abort.ts';
import { AriadneError, isAriadneError } from '../../base/errors.ts';
import { eventOf } from '../../base/eventStream.ts';
import type { HostDoor, HostDoorReply } from '../../door/hostDoor.ts';
import { editorChatRequest, type EditorChatRequest } from '../../protocol/editorModels.ts';
import type { DoorRequest } from '../../protocol/door.ts';
import { chatModels } from '../../protocol/runSpec.ts';
import {
  explained,
  findEditorModel,
  noEditorModels,
  editorModelSilent,
  tooLong,
  within,
  type LanguageModels,
} from './editorModelFailures.ts';
import { ModelSilence } from './modelSilence.ts';
import type { Settings } from '../settings.ts';

/** One entry of the list of models. */
export interface EditorModel {
  /** `vscode:VENDOR/FAMILY`. */
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly maxInputTokens: number;
  /** Undefined until the user has been asked. */
  readonly isAllowed: boolean | undefined;
}

/** Models that think before they write say nothing meanwhile. */
const usualSilenceSeconds = 90;

export interface EditorModelsOptions {
  readonly access: vscode.LanguageModelAccessInformation;
  readonly settings: () => Settings;
  readonly ledger: Pick<HostDoor, 'record'>;
}

export class EditorModels {
  readonly #options: EditorModelsOptions;
  /** Where the user has not decided, requests are sent one after the other, so that VS Code asks once. */
  readonly #asking = pLimit(1);

  constructor(options: EditorModelsOptions) {
    this.#options = options;
  }

  /**
   * One per vendor and family, in VS Code's order; none where there are no such models.
   * @param ms how long VS Code may take
   * @throws AriadneError `chat-timeout`
   */
  async list(ms?: number): Promise<readonly EditorModel[]> {
    const listed = new Map<string, EditorModel>();
    for (const model of (await within(languageModels(), new AbortController().signal, ms)?.selectChatModels()) ?? []) {
      const id = `vscode:${model.vendor}/${model.family}`;
      const { name, vendor, maxInputTokens } = model;
      if (!listed.has(id)) listed.set(id, { id, name, vendor, maxInputTokens, isAllowed: this.#options.access.canSendRequest(model) });
    }
    return [...listed.values()];
  }

  /** Why `list` has none. */
  none(): AriadneError {
    return noEditorModels(languageModels());
  }

  /**
   * Answers a request of the engine as a chat server does.
   * @throws AriadneError `chat-…` with what to do; AbortError when the signal fires
   */
  async fetch(request: DoorRequest, signal: AbortSignal): Promise<HostDoorReply> {
    const asked = editorChatRequest.parse(JSON.parse(request.body ?? ''));
    const refusal = this.#refusal(asked.model);
    if (refusal !== undefined) throw new AriadneError('door-refused', refusal);
    const model = await findEditorModel(within(languageModels(), signal), asked.model);
    const bytesSent = asked.messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
    const note = (bytesReceived: number, status: number | null): void =>
      this.#options.ledger.record({
        host: `VS Code: ${asked.model}`,
        purpose: request.purpose,
        runId: request.runId,
        bytesSent,
        bytesReceived,
        status,
      });
    const failed = (error: unknown): Error => {
      // A prompt that is too long is not sent.
      if (!isAriadneError(error, 'chat-context-too-long')) note(0, null);
      if (signal.aborted) return abortError();
      return error instanceof AriadneError ? error : explained(error, codeOf(error), model);
    };
    const events = this.#events(model, asked, { signal, note, failed });
    if (asked.stream === true) return { head: headOf('text/event-stream'), body: streamOf(events) };
    let content = '';
    let usage: object | undefined;
    for await (const event of events) {
      content += event.text ?? '';
      ({ usage } = event);
    }
    const reply = { choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }], usage };
    return { head: headOf('application/json'), body: new Blob([JSON.stringify(reply)]).stream() };
  }

  /** The answer, with its line in the ledger. */
  async *#events(model: vscode.LanguageModelChat, asked: EditorChatRequest, { signal, note, failed }: Asking): AsyncGenerator<AnswerEvent> {
    let bytes = 0;
    try {
      for await (const event of this.#answer(model, asked, signal)) {
        bytes += Buffer.byteLength(event.text ?? '');
        if (event.usage) note(bytes, 200);
        yield event;
      }
    } catch (error) {
      throw failed(error);
    }
  }

  #refusal(name: string): string | undefined {
    const { models, isOffline } = this.#options.settings();
    if (isOffline)
      return t('Ariadne is offline ("ariadne.offline"), so nothing was sent to {0}. Turn that off, or choose another model.', name);
    if (!vscode.workspace.isTrusted) return t('Ariadne uses no language model in a folder that is not trusted. Trust the folder first.');
    return chatModels(models).includes(`vscode:${name}`) ? undefined : t('{0} is not the chosen model, so nothing was sent to it.', name);
  }

  /** The text as it comes, then how many tokens it took. @throws AriadneError `chat-timeout` when the model says nothing for too long */
  async *#answer(model: vscode.LanguageModelChat, asked: EditorChatRequest, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    const { firstToken: seconds = usualSilenceSeconds } = this.#options.settings().timeouts;
    const silence = new ModelSilence(signal, 1000 * seconds);
    const cancelling = new vscode.CancellationTokenSource();
    const cancel = (): void => cancelling.cancel();
    silence.signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      silence.begin();
      const messages = messagesOf(asked);
      const promptTokens = await silence.until(tokensOf(model, messages, cancelling.token));
      if (promptTokens > model.maxInputTokens) throw tooLong(model, promptTokens);
      const response = await silence.until(this.#send(model, messages, asked, { silence, token: cancelling.token }));
      let text = '';
      const pieces = response.text[Symbol.asyncIterator]();
      for (let piece = await silence.until(pieces.next()); piece.done !== true; piece = await silence.until(pieces.next())) {
        silence.end();
        text += piece.value;
        yield { text: piece.value };
      }
      const completionTokens = await silence.until(Promise.resolve(model.countTokens(text, cancelling.token)));
      yield { usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens } };
    } catch (error) {
      throw silence.isTooLong ? editorModelSilent(model, seconds) : error;
    } finally {
      silence.end();
      silence.signal.removeEventListener('abort', cancel);
      cancelling.dispose();
    }
  }

  async #send(
    model: vscode.LanguageModelChat,
    messages: vscode.LanguageModelChatMessage[],
    { temperature, max_tokens: maxTokens }: EditorChatRequest,
    { silence, token }: { readonly silence: ModelSilence; readonly token: vscode.CancellationToken },
  ): Promise<vscode.LanguageModelChatResponse> {
    const justification = t('Ariadne asks this model your questions about the documents in this folder.');
    const options = { justification, modelOptions: { temperature, max_tokens: maxTokens } };
    const send = async (): Promise<vscode.LanguageModelChatResponse> => model.sendRequest(messages, options, token);
    if (this.#options.access.canSendRequest(model) !== undefined) return send();
    // A person may take as long as they want to agree.
    silence.end();
    const response = await this.#asking(send);
    silence.begin();
    return response;
  }
}

interface Asking {
  readonly signal: AbortSignal;
  readonly note: (bytesReceived: number, status: number | null) => void;
  readonly failed: (error: unknown) => Error;
}

interface AnswerEvent {
  readonly text?: string;
  /** As a chat server says it. */
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

/** The events of a server that streams. */
async function* streamOf(events: AsyncIterable<AnswerEvent>): AsyncGenerator<Uint8Array> {
  for await (const { text, usage } of events) {
    const end = usage && { finish_reason: 'stop' };
    yield eventOf(JSON.stringify({ choices: [{ index: 0, delta: text === undefined ? {} : { content: text }, ...end }], usage }));
  }
}

/** Editors that build on VS Code may lack this part of its API. */
function languageModels(): LanguageModels | undefined {
  const { lm } = vscode as { readonly lm?: Partial<LanguageModels> };
  return lm?.selectChatModels ? { selectChatModels: lm.selectChatModels } : undefined;
}

function codeOf(error: unknown): string {
  return error instanceof vscode.LanguageModelError ? error.code : '';
}

/** There is no system role: its text comes first. */
function messagesOf({ messages }: EditorChatRequest): vscode.LanguageModelChatMessage[] {
  return messages.map(({ role, content }) =>
    role === 'assistant' ? vscode.LanguageModelChatMessage.Assistant(content) : vscode.LanguageModelChatMessage.User(content),
  );
}

async function tokensOf(
  model: vscode.LanguageModelChat,
  messages: readonly vscode.LanguageModelChatMessage[],
  token: vscode.CancellationToken,
): Promise<number> {
  const counts = await Promise.all(messages.map((message) => model.countTokens(message, token)));
  return counts.reduce((sum, count) => sum + count, 0);
}

function headOf(contentType: string): HostDoorReply['head'] {
  return { status: 200, statusText: 'OK', headers: { 'content-type': contentType } };
}
