/** The language models that other extensions offer to VS Code. They answer the engine's requests here, in the extension host. */
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
  /** The request that waits for the user's consent. The others wait for it, so that VS Code asks once. */
  #asking: Promise<unknown> | undefined;

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
    if (asked.stream === true) return { head: headOf('text/event-stream'), body: this.#stream(model, asked, { signal, note, failed }) };
    try {
      let text = '';
      const { promptTokens, completionTokens } = await this.#answer(model, asked, signal, (part) => (text += part));
      note(Buffer.byteLength(text), 200);
      return replyOf({
        choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
        usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens },
      });
    } catch (error) {
      throw failed(error);
    }
  }

  /** The events of a server that streams. */
  async *#stream(
    model: vscode.LanguageModelChat,
    asked: EditorChatRequest,
    { signal, note, failed }: Streaming,
  ): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    const parts: string[] = [];
    let wake = (): void => undefined;
    let isOver = false;
    const answered = this.#answer(model, asked, signal, (part) => {
      parts.push(part);
      wake();
    }).finally(() => {
      isOver = true;
      wake();
    });
    // Its failure is thrown below, when its parts have been read.
    answered.catch(() => undefined);
    try {
      while (!isOver || parts.length > 0) {
        if (parts.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        const text = parts.splice(0).join('');
        bytes += Buffer.byteLength(text);
        if (text !== '') yield eventOf(JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] }));
      }
      const { promptTokens, completionTokens } = await answered;
      note(bytes, 200);
      const usage = { prompt_tokens: promptTokens, completion_tokens: completionTokens };
      yield eventOf(JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage }));
    } catch (error) {
      throw failed(error);
    }
  }

  #refusal(name: string): string | undefined {
    const { models, isOffline } = this.#options.settings();
    if (isOffline) return `Ariadne is offline ("ariadne.offline"), so nothing was sent to ${name}. Turn that off, or choose another model.`;
    if (!vscode.workspace.isTrusted) return 'Ariadne uses no language model in a folder that is not trusted. Trust the folder first.';
    return chatModels(models).includes(`vscode:${name}`) ? undefined : `${name} is not the chosen model, so nothing was sent to it.`;
  }

  /** @param onPart called with each part of the text, as it comes */
  async #answer(
    model: vscode.LanguageModelChat,
    asked: EditorChatRequest,
    signal: AbortSignal,
    onPart: (text: string) => void,
  ): Promise<Answered> {
    const { firstToken: seconds = usualSilenceSeconds } = this.#options.settings().timeouts;
    const silence = new ModelSilence(signal, 1000 * seconds);
    const cancelling = new vscode.CancellationTokenSource();
    const cancel = (): void => cancelling.cancel();
    silence.signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      return await silence.until(this.#exchange(model, asked, { silence, token: cancelling.token, onPart }));
    } catch (error) {
      throw silence.isTooLong ? editorModelSilent(model, seconds) : error;
    } finally {
      silence.end();
      silence.signal.removeEventListener('abort', cancel);
      cancelling.dispose();
    }
  }

  async #exchange(model: vscode.LanguageModelChat, asked: EditorChatRequest, { silence, token, onPart }: Exchange): Promise<Answered> {
    silence.begin();
    const messages = messagesOf(asked);
    const promptTokens = await tokensOf(model, messages, token);
    if (promptTokens > model.maxInputTokens) throw tooLong(model, promptTokens);
    const response = await this.#send(model, messages, asked, { silence, token });
    let text = '';
    for await (const piece of response.text) {
      if (silence.signal.aborted) throw abortError();
      silence.end();
      text += piece;
      onPart(piece);
    }
    if (silence.signal.aborted) throw abortError();
    return { promptTokens, completionTokens: await model.countTokens(text, token) };
  }

  async #send(
    model: vscode.LanguageModelChat,
    messages: vscode.LanguageModelChatMessage[],
    { temperature, max_tokens: maxTokens }: EditorChatRequest,
    { silence, token }: Pick<Exchange, 'silence' | 'token'>,
  ): Promise<vscode.LanguageModelChatResponse> {
    const { access } = this.#options;
    // A person may take as long as they want to agree.
    if (access.canSendRequest(model) === undefined) silence.end();
    while (access.canSendRequest(model) === undefined && this.#asking) await this.#asking.catch(() => undefined);
    const sent = model.sendRequest(
      messages,
      {
        justification: 'Ariadne asks this model your questions about the documents in this folder.',
        modelOptions: { temperature, max_tokens: maxTokens },
      },
      token,
    );
    if (access.canSendRequest(model) !== undefined) {
      silence.begin();
      return sent;
    }
    const asking = Promise.resolve(sent);
    this.#asking = asking;
    try {
      const response = await asking;
      silence.begin();
      return response;
    } finally {
      if (this.#asking === asking) this.#asking = undefined;
    }
  }
}

interface Exchange {
  readonly silence: ModelSilence;
  readonly token: vscode.CancellationToken;
  readonly onPart: (text: string) => void;
}

interface Answered {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

interface Streaming {
  readonly signal: AbortSignal;
  readonly note: (bytesReceived: number, status: number | null) => void;
  readonly failed: (error: unknown) => Error;
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

function replyOf(body: object): HostDoorReply {
  return { head: headOf('application/json'), body: new Blob([JSON.stringify(body)]).stream() };
}

function headOf(contentType: string): HostDoorReply['head'] {
  return { status: 200, statusText: 'OK', headers: { 'content-type': contentType } };
}
