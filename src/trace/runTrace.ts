/** How a pipeline tells its run: the vocabulary of the trace as methods, so that pipeline code stays free of event literals. */
import type { EvidenceSource, Passage } from '../protocol/passage.ts';
import type { Activity, EdgeKind, NodeKind, NodeStatus, TraceNode } from '../protocol/trace.ts';
import type { TraceSink } from './recorder.ts';

export interface NewNode {
  /** Unique in the run and the same in every run of the same recording: `root`, `s1`, `meta`, `final`. */
  readonly id: string;
  readonly kind: NodeKind;
  readonly text: string;
  readonly parent?: string;
  readonly depth?: number;
  readonly attempt?: number;
  /** 0 for what depends on nothing, else one more than the highest level it depends on. */
  readonly level?: number;
  /** What leads from the parent here; `decomposes` unless said otherwise. */
  readonly edge?: EdgeKind;
  /** The place among all nodes, ascending. By default that of being added; nodes that concurrent work adds need one that does not depend on who is first. */
  readonly order?: number;
}

export interface EvidenceItem {
  readonly passage: Passage;
  readonly score: number | null;
  readonly used: boolean;
  readonly source: EvidenceSource;
  readonly firstStageRank?: number;
  readonly via?: string;
}

export type NodeFacts = Partial<
  Pick<
    TraceNode,
    | 'resolvedText'
    | 'answer'
    | 'abstained'
    | 'unconfirmed'
    | 'answerBeforeRevision'
    | 'branch'
    | 'branchReason'
    | 'confidence'
    | 'votes'
    | 'iterations'
    | 'plan'
    | 'evidenceQuote'
    | 'cites'
    | 'failure'
  >
>;

export class RunTrace {
  readonly #sink: TraceSink;
  #order = 0;

  constructor(sink: TraceSink) {
    this.#sink = sink;
  }

  add(node: NewNode): string {
    const { edge = 'decomposes', ...told } = node;
    const { parent = null, depth = parent === null ? 0 : 1, attempt = 0, order = this.#order++ } = told;
    this.#sink.emit({ kind: 'node-added', node: { ...told, parent, depth, attempt, order } });
    if (parent !== null) this.connect(parent, node.id, edge);
    return node.id;
  }

  connect(from: string, to: string, edge: EdgeKind): void {
    this.#sink.emit({ kind: 'edge-added', from, to, edge });
  }

  /** The node is running and doing this now. */
  doing(node: string, activity: Activity): void {
    this.#sink.emit({ kind: 'node-changed', node, status: 'running', activity });
  }

  /** What is known of the node before it has ended. */
  note(node: string, facts: NodeFacts): void {
    this.#sink.emit({ kind: 'node-changed', node, set: facts });
  }

  /** What the whole question would be answered with if the run were stopped now (pipelines.md 1.5). */
  standing(root: string, answer: string | null): void {
    if (answer !== null) this.note(root, { answer });
  }

  /** The node has ended. */
  end(node: string, status: NodeStatus, facts: NodeFacts = {}): void {
    this.#sink.emit({ kind: 'node-changed', node, status, set: facts });
  }

  /** The evidence of a node, best first. */
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
