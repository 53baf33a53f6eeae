import type { ChatModel, Reader } from '../models/models.ts';
import type { Knowledge } from '../protocol/knowledge.ts';
import type { Writing } from '../protocol/writing.ts';
import type { Memo, TraceSink } from '../trace/recorder.ts';
import { ChatReasoner } from './chatReasoner.ts';
import { ExtractiveReasoner } from './extractive/extractiveReasoner.ts';
import { fallingBack, keepingOutcomes, restingAnswersOn, showingDocuments } from './middleware.ts';
import { type Backend, type Reasoner, reasonerOf } from './reasoner.ts';
import type { RoleFacts } from './role.ts';

/** The models that answer a run. */
export interface AnsweringModels {
  /** Absent: the built-in rules. */
  readonly chat?: ChatModel;
  /** Serves roles that plan, in place of `chat` or the rules. */
  readonly planning?: ChatModel;
  /** Reads where there is no chat model. */
  readonly reader?: Reader;
}

/** What holds for every call of a run. */
export interface RunFacts {
  /** What documents of the folder are like, such as `RFC 3085 · edition 2021`. Default: nothing is said. */
  readonly documents?: readonly string[];
  /** Default: `evidence`. */
  readonly knowledge?: Knowledge;
  /** Whether the chat model had log-probabilities when the run began: what is learned since must not change its second execution. */
  readonly logprobs?: boolean;
}

export interface ReasonerOptions extends RunFacts {
  readonly recorder: TraceSink & Memo;
  readonly seedShift?: (node: string) => number;
  /** See `ChatReasonerOptions`. */
  readonly onWriting?: (writing: Writing) => void;
  /** Default: those that work. A replay has some whose results all come from the log. */
  readonly rules?: Backend;
}

/** The reasoner that serves a run with these models. */
export function createReasoner({ chat, planning, reader }: AnsweringModels, options: ReasonerOptions): Reasoner {
  const { recorder, seedShift, onWriting, rules = new ExtractiveReasoner({}, reader) } = options;
  const byChat = (model: ChatModel): Backend => new ChatReasoner({ model, trace: recorder, memo: recorder, seedShift, onWriting });
  const answering = chat ? byChat(chat) : withRules(rules, recorder, reader);
  return runReasoner(planning ? split(byChat(planning), answering) : answering, options);
}

/** What every run has around its calls, whatever serves them. */
export function runReasoner(
  backend: Backend,
  { recorder, documents, knowledge, logprobs = backend.can.logprobs }: ReasonerOptions,
): Reasoner {
  const reasoner = reasonerOf(backend, [
    showingDocuments(documents),
    restingAnswersOn(knowledge),
    fallingBack(recorder, (role) => backend.serves(role)),
  ]);
  return { ...reasoner, can: { ...backend.can, logprobs } };
}

function withRules(rules: Backend, memo: Memo, reader: Reader | undefined): Backend {
  const ask = keepingOutcomes(memo, reader?.id)((...call) => rules.ask(...call));
  return { id: rules.id, can: rules.can, serves: (role) => rules.serves(role), ask };
}

/** One model plans and another does everything else. */
function split(planning: Backend, answering: Backend): Backend {
  const of = ({ work }: RoleFacts): Backend => (work === 'plan' ? planning : answering);
  return {
    id: `${answering.id}+${planning.id}`,
    can: answering.can,
    serves: (role) => of(role).serves(role),
    ask: (role, ...call) => of(role).ask(role, ...call),
  };
}
