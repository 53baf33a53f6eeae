import type { ChatModel, ChatReply, ChatRequest } from '../../../src/models/models.ts';
import type { NewRunEvent } from '../../../src/protocol/events.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import type { LlmCall } from '../../../src/protocol/trace.ts';
import type { Memo, TraceSink } from '../../../src/trace/recorder.ts';

export type Script = readonly (string | Error | Partial<ChatReply>)[];

/** Says the next text of its script, or throws it, and remembers what it was asked. */
export class ScriptedChatModel implements ChatModel {
  readonly id = 'scripted';
  readonly requests: ChatRequest[] = [];
  readonly #script: (string | Error | Partial<ChatReply>)[];

  constructor(...script: Script) {
    this.#script = [...script];
  }

  async complete(request: ChatRequest): Promise<ChatReply> {
    this.requests.push(request);
    const next = this.#script.shift();
    if (next === undefined) throw new Error('the script is over');
    if (next instanceof Error) throw next;
    const reply = { text: '', promptTokens: 10, completionTokens: 5, estimated: false, finishReason: 'stop' };
    return typeof next === 'string' ? { ...reply, text: next } : { ...reply, ...next };
  }
}

export class RecordingTrace implements TraceSink {
  readonly calls: LlmCall[] = [];

  emit(event: NewRunEvent): void {
    if (event.kind === 'llm-called') this.calls.push(event.call);
  }

  now(): number {
    return 0;
  }
}

/** Remembers as a run log does: by the JSON of what was asked. A second memory over the same map replays. */
export class MapMemo implements Memo {
  readonly known = new Map<string, string>();

  async remember<T>(of: string, input: unknown, call: () => Promise<T>): Promise<T> {
    const key = JSON.stringify([of, input]);
    const before = this.known.get(key);
    if (before !== undefined) return recalled<T>(before);
    const value = await call();
    this.known.set(key, JSON.stringify(value));
    return value;
  }
}

export function passageOf(title: string, text: string): Passage {
  const range = { startLine: 0, endLine: 1, startOffset: 0, endOffset: text.length };
  return { id: title, path: `${title}.md`, title, headings: [], text, range, runs: [0, 0, text.length, 0], documentHash: '' };
}

/** What was remembered has the type it was remembered with: the key is the call's full input. */
function recalled<T>(json: string): T {
  return JSON.parse(json) as T;
}
