/** Questions over several documents, made from the documents themselves. */
import type { Mention } from '../../src/indexing/interfaces.ts';
import type { Passage } from '../../src/protocol/passage.ts';

/** A passage as the index has it, with what it mentions. */
export interface SourcePassage {
  readonly passage: Passage;
  readonly mentions: readonly Mention[];
}

/** A field of a document's metadata: `Created: 12-Mar-2001`. */
export interface Field {
  readonly key: string;
  /** Without addresses in angle brackets. */
  readonly value: string;
  readonly place: TextPlace;
}

/** A stretch of a passage's text that proves something. */
export interface TextPlace {
  readonly passage: Passage;
  /** Offsets in the passage's text, end-exclusive. */
  readonly start: number;
  readonly end: number;
}

export interface SourceDocument {
  readonly path: string;
  /** As a question names it: `PEP 484`, `Ines Tarrow`, `the document “Slack water”`. */
  readonly name: string;
  /** What it is called in general: `PEP`, `document`. */
  readonly noun: string;
  readonly passages: readonly SourcePassage[];
  readonly fields: readonly Field[];
}

type QuestionType = 'bridge' | 'comparison' | 'intersection';

/** CuQA's patterns: in AAB both parts have one answer, in ABC the answer of the first leads to that of the second. */
type Pattern = 'AAB' | 'ABC' | 'comparison';

export interface Step {
  /** With `#1` for the answer of the first step. */
  readonly question: string;
  readonly answer: string;
  readonly dependsOn: readonly number[];
  readonly places: readonly TextPlace[];
}

/** Whose words a question has, where a model was asked for better ones. */
export type Wording =
  | { readonly by: 'model'; /** The question as it was made without the model. */ readonly rules: string }
  | { readonly by: 'rules'; /** What the model made of it. */ readonly rejected: string; readonly why: string };

/** A question before it is numbered and written. */
export interface Draft {
  readonly question: string;
  readonly answers: readonly string[];
  readonly type: QuestionType;
  readonly pattern: Pattern;
  readonly isHard: boolean;
  readonly steps: readonly Step[];
  /** Questions with the same key are variants of one another, of which few are chosen. */
  readonly key: string;
  /** In [0, 1], how far the rules that made it are to be trusted. */
  readonly trust: number;
  readonly wording?: Wording;
}
