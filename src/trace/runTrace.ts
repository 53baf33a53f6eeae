/** Reports a pipeline's progress: methods for the trace's events, so that pipeline code contains no event literals. */
import type { NewRunEvent } from '../protocol/events.ts';
import type { EvidenceSource, MentionPlace, Passage } from '../protocol/passage.ts';
import type { Activity, EdgeKind, NodeKind, NodeStatus } from '../protocol/trace.ts';
import type { TraceSink } from './recorder.ts';

export interface NewNode {
  /** Unique in the run and the same in every replay: `root`, `s1`, `meta`, `final`. */
  readonly id: string;
  readonly kind: NodeKind;
  readonly text: string;
  readonly parent?: string;
  readonly depth?: number;
  readonly attempt?: number;
  /** 0 for a node without dependencies, otherwise one more than the highest level that it depends on. */
  readonly level?: number;
  /** The kind of the edge from the parent. Default: `decomposes`. */
  readonly edge?: EdgeKind;
  /**
   * The place among all nodes, ascending. By default the order of adding; nodes added concurrently need one that does not depend on timing.
   */
  readonly order?: number;
}

export interface EvidenceItem {
  readonly passage: Passage;
  readonly score: number | null;
  readonly used: boolean;
  readonly source: EvidenceSource;
  readonly firstStageRank?: number;
  readonly via?: string;
  /** What led to it; by default what its searches say. */
  readonly mentionedBy?: MentionPlace;
}

export type NodeFacts = NonNullable<Extract<NewRunEvent, { readonly kind: 'node-changed' }>['set']>;

export class RunTrace {
  readonly #sink: TraceSink;
  #order = 0;

  constructor(sink: TraceSink) {
    this.#sink = sink;
  }

  add(node: NewNode): string {
    const { edge = 'decomposes', ...given } = node;
    const { parent = null, depth = parent === null ? 0 : 1, attempt = 0, order = this.#order++ } = given;
    this.#sink.emit({ kind: 'node-added', node: { ...given, parent, depth, attempt, order } });
    if (parent !== null) this.connect(parent, node.id, edge);
    return node.id;
  }

  connect(from: string, to: string, edge: EdgeKind): void {
    this.#sink.emit({ kind: 'edge-added', from, to, edge });
  }

  /** Reports what a node that is running does now. */
  doing(node: string, activity: Activity): void {
    this.#sink.emit({ kind: 'node-changed', node, status: 'running', activity });
  }

  /** Reports facts about a node before it ends. */
  note(node: string, facts: NodeFacts): void {
    this.#sink.emit({ kind: 'node-changed', node, set: facts });
  }

  /** Reports the answer that the question would get if the run were stopped now (pipelines.md 1.5). */
  standing(root: string, answer: string | null): void {
    if (answer !== null) this.note(root, { answer });
  }

  /** Reports that the node has ended. */
  end(node: string, status: NodeStatus, facts: NodeFacts = {}): void {
    this.#sink.emit({ kind: 'node-changed', node, status, set: facts });
  }

  /** Reports the evidence of a node, best first. */
  evidence(node: string, items: readonly EvidenceItem[]): void {
    this.#sink.emit({
      kind: 'evidence-found',
      node,
      evidence: items.map(({ passage, ...rest }, rank) => ({ passageId: passage.id, rank, ...rest })),
      passages: items.map((item) => item.passage),
    });
  }

  flagNode(node: string, ...flags: readonly string[]): void {
    for (const flag of flags) this.#sink.emit({ kind: 'node-changed', node, flag });
  }

  flag(flag: string): void {
    this.#sink.emit({ kind: 'flagged', flag });
  }
}
