/** Which reasoner serves a run. */
import type { ChatModel } from '../models/models.ts';
import { ChatReasoner } from '../reasoning/chatReasoner.ts';
import { ExtractiveReasoner } from '../reasoning/extractive/extractiveReasoner.ts';
import { FallbackReasoner } from '../reasoning/fallbackReasoner.ts';
import { MemoizedReasoner } from '../reasoning/memoizedReasoner.ts';
import type { Reasoner } from '../reasoning/reasoner.ts';
import type { Memo, TraceSink } from '../trace/recorder.ts';

export interface ReasonerOptions {
  readonly recorder: TraceSink & Memo;
  readonly seedShift?: ((node: string) => number) | undefined;
}

/** @param chat undefined for the built-in rules */
export function createReasoner(chat: ChatModel | undefined, { recorder, seedShift }: ReasonerOptions): Reasoner {
  if (chat === undefined) return new FallbackReasoner(new MemoizedReasoner(new ExtractiveReasoner(), recorder), recorder);
  const asked = { model: chat, trace: recorder, memo: recorder, ...(seedShift === undefined ? {} : { seedShift }) };
  return new FallbackReasoner(new ChatReasoner(asked), recorder);
}
