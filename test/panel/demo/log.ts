/** Writes demo run logs: numbers and times events, and makes up the candidates that did not become evidence. */
import type { NewRunEvent, RunEvent } from '../../../src/protocol/events.ts';
import type { MentionPlace, Passage } from '../../../src/protocol/passage.ts';
import { builtinModels } from '../../../src/protocol/runSpec.ts';
import type { Evidence, NarTurn } from '../../../src/protocol/trace.ts';

export class DemoLog {
  readonly events: RunEvent[] = [];
  #at = 0;

  /** `afterMs` after the event before. */
  add(afterMs: number, event: NewRunEvent): void {
    this.#at += afterMs;
    this.events.push({ ...event, n: this.events.length, at: this.#at });
  }

  start(question: string, chat: string): void {
    this.add(0, {
      kind: 'run-started',
      logVersion: 3,
      runId: 'demo',
      spec: { question, pipeline: 'sunar', params: {}, models: { ...builtinModels, chat }, firstStage: 'linked' },
      startedAtUtc: '2026-03-02T09:30:00Z',
      folder: 'varrow-thesis',
      indexEpoch: '1',
      documentsLike: [],
      logprobs: false,
      promptVersion: 1,
    });
    this.node('root', 'root', question);
    this.add(10, { kind: 'node-changed', node: 'root', status: 'running', activity: { kind: 'planning' } });
  }

  node(id: string, kind: 'root' | 'sub_question' | 'meta' | 'final' | 'compose', text: string, attempt = 0): void {
    const parent = kind === 'root' ? null : 'root';
    const order = this.events.filter((event) => event.kind === 'node-added').length;
    this.add(60, { kind: 'node-added', node: { id, kind, text, parent, attempt, depth: parent === null ? 0 : 1, order } });
    if (parent !== null) this.add(0, { kind: 'edge-added', from: parent, to: id, edge: 'decomposes' });
  }

  call(node: string, role: string, promptTokens: number, completionTokens: number, ms: number): void {
    const id = `${node}/${role}/${this.events.length}`;
    const usage = { promptTokens, completionTokens, estimated: false, parse: 'ok' as const, ms };
    this.add(ms, { kind: 'llm-called', call: { id, node, role, sample: 0, attempt: 0, temperature: 0.3, ...usage } });
  }

  /** First stage, turns of neighborhood-aware retrieval in which `found` turn up, and the evidence. */
  retrieve(node: string, query: string, found: readonly Found[]): void {
    const method = 'hybrid';
    this.add(80, { kind: 'node-changed', node, status: 'running', activity: { kind: 'retrieving' } });
    const results = Array.from({ length: 60 }, (_, rank) => ({ passageId: firstStageId(node, rank, found), score: 1 / (rank + 1), rank }));
    this.add(240, { kind: 'retrieved', retrieval: { id: `${node}/retrieval`, node, query, method, results, ms: 38 } });
    this.add(5, { kind: 'nar-started', node, b: 16, c: 64, k: 10, scoreTransform: 'identity' });
    for (let t = 0; t < 4; t++) {
      this.add(30, { kind: 'node-changed', node, status: 'running', activity: { kind: 'reranking', done: t * 16, of: 64 } });
      this.add(320, { kind: 'nar-turned', node, turn: turn(node, t, found) });
    }
    this.add(0, { kind: 'reranked', rerank: { id: `${node}/rerank`, node, query, pairs: 64, ms: 610 } });
    this.add(5, { kind: 'nar-ranked', node, ranking: [], exhausted: false });
    this.add(5, { kind: 'evidence-found', node, evidence: found.map(evidenceOf), passages: found.map((item) => item.passage) });
    this.add(30, { kind: 'node-changed', node, status: 'running', activity: { kind: 'reading', of: found.length } });
  }
}

export interface Found {
  readonly passage: Passage;
  readonly score: number;
  /** Turn in which it was scored. */
  readonly t: number;
  readonly firstStageRank?: number;
  readonly via?: string;
  /** Where another passage names it. */
  readonly mention?: { readonly by: Passage; readonly name: string };
}

/** A passage whose text is a verbatim piece of its document. */
export function passage(path: string, title: string, headings: readonly string[], line: number, offset: number, text: string): Passage {
  const range = { startLine: line, endLine: line + 1, startOffset: offset, endOffset: offset + text.length };
  return { id: path, path, title, headings: [...headings], text, range, runs: [0, offset, text.length, line], documentHash: 'demo' };
}

function evidenceOf({ passage: { id }, score, firstStageRank, via, mention }: Found, rank: number): Evidence {
  const origin = via === undefined ? { source: 'initial' as const } : { source: 'frontier' as const, via };
  const mentionedBy = mention && placeOf(mention);
  return { passageId: id, rank, score, used: true, ...origin, firstStageRank, mentionedBy };
}

function placeOf({ by: { id, path, title, text, range, documentHash }, name }: NonNullable<Found['mention']>): MentionPlace {
  const startOffset = range.startOffset + text.indexOf(name);
  return { passageId: id, path, title, name, line: range.startLine + 1, startOffset, endOffset: startOffset + name.length, documentHash };
}

function firstStageId(node: string, rank: number, found: readonly Found[]): string {
  return found.find((item) => item.firstStageRank === rank)?.passage.id ?? `${node}-candidate-${rank}`;
}

function turn(node: string, t: number, found: readonly Found[]): NarTurn {
  const here = found.filter((item) => item.t === t);
  const batch = Array.from({ length: 16 }, (_, i) => {
    const item = here[i];
    const score = item?.score ?? Math.max(0.02, 0.34 - 0.06 * t - i * 0.017);
    return {
      passageId: item?.passage.id ?? `${node}-candidate-${t * 16 + i}`,
      ...(item?.via === undefined ? {} : { via: item.via }),
      priority: 1 - i / 20,
      raw: score,
      score,
      rescored: score,
    };
  });
  return { t, pool: t % 2 === 0 ? 'initial' : 'frontier', frontierSize: t === 0 ? 0 : 40 + 9 * t, batch };
}
