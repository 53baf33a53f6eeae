import type { ChatModel, Reader } from '../models/models.ts';
import type { Writing } from '../protocol/writing.ts';
import type { Memo, TraceSink } from '../trace/recorder.ts';
import { ChatReasoner } from './chatReasoner.ts';
import { ExtractiveReasoner } from './extractive/extractiveReasoner.ts';
import { FallbackReasoner } from './fallbackReasoner.ts';
import { MemoizedReasoner } from './memoizedReasoner.ts';
import { PlannedReasoner } from './plannedReasoner.ts';
import type { Reasoner } from './reasoner.ts';

/** The models that answer a run. */
export interface AnsweringModels {
  /** Absent: the built-in rules. */
  readonly chat?: ChatModel;
  /** Plans in place of `chat` or the rules; see `PlannedReasoner`. */
  readonly planner?: ChatModel;
  /** Reads where there is no chat model. */
  readonly reader?: Reader;
}

export interface ReasonerOptions {
  readonly recorder: TraceSink & Memo;
  readonly seedShift?: (node: string) => number;
  /** See `ChatReasonerOptions`. */
  readonly onWriting?: (writing: Writing) => void;
  /** Default: one that works. A replay has one whose results all come from the log. */
  readonly extractive?: Reasoner;
}

/** The reasoner that serves a run with these models. */
export function createReasoner({ chat, planner, reader }: AnsweringModels, options: ReasonerOptions): Reasoner {
  const { recorder, seedShift, onWriting, extractive = new ExtractiveReasoner({}, reader) } = options;
  const byChat = (model: ChatModel): Reasoner =>
    new ChatReasoner({ model, trace: recorder, memo: recorder, ...(seedShift && { seedShift }), ...(onWriting && { onWriting }) });
  const answering = chat ? byChat(chat) : new MemoizedReasoner(extractive, recorder, reader?.id);
  return new FallbackReasoner(planner ? new PlannedReasoner(byChat(planner), answering) : answering, recorder);
}
