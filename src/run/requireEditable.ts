/** Checks edits against their run before any call: their nodes exist, and each edit can change something. */
import { AriadneError } from '../base/errors.ts';
import type { RunEdits } from '../protocol/runOptions.ts';
import type { Trace } from '../protocol/trace.ts';

/** @throws AriadneError `edit-invalid` */
export function requireEditable(edits: RunEdits, run: Trace): void {
  requireNodes(nodesNamed(edits), run);
  requireSubQuestions(edits, run);
  requireSearching(edits, run);
  requireAsking(edits, run);
  requireOneChoice(edits);
}

/**
 * For a run that takes no nodes from the one it is based on.
 * @throws AriadneError `edit-invalid`
 */
export function requireNoNodes(edits: RunEdits): void {
  requireOneChoice(edits);
  const named = nodesNamed(edits);
  if (named.length === 0) return;
  throw invalid(
    `Changes to ${listed(named)} apply only to the original run. Remove them to ask everything again, or to use another pipeline.`,
  );
}

function nodesNamed({ texts = {}, pinned = [], rerun = [] }: RunEdits): readonly string[] {
  return [...Object.keys(texts), ...pinned.flatMap(({ node }) => (node === undefined ? [] : [node])), ...rerun];
}

function requireNodes(named: readonly string[], { nodes }: Trace): void {
  const missing = named.find((node) => !nodes.some(({ id }) => id === node));
  if (missing === undefined) return;
  throw invalid(`The run has no node "${missing}". It has: ${nodes.map(({ id }) => id).join(', ')}.`);
}

/** Pipelines call `edited` only for sub-questions. */
function requireSubQuestions({ texts = {} }: RunEdits, { nodes }: Trace): void {
  const fixed = nodes.find(({ id, kind }) => texts[id] !== undefined && kind !== 'sub_question');
  if (!fixed) return;
  const editable = listed(nodes.flatMap(({ id, kind }) => (kind === 'sub_question' ? [id] : [])));
  throw invalid(`The text of node "${fixed.id}" cannot be changed. Only sub-questions can be changed. This run has ${editable}.`);
}

function requireSearching({ texts = {}, pinned = [] }: RunEdits, run: Trace): void {
  const mayFind = (node: string): boolean => hasSearched(run, node) || mayYetSearch(run, node, texts);
  const idle = pinned.find(({ node }) => node !== undefined && !mayFind(node));
  if (!idle) return;
  const searching = listed(run.nodes.flatMap(({ id }) => (hasSearched(run, id) ? [id] : [])));
  throw invalid(
    `Node "${idle.node}" did not search, so no passage can be pinned there. Nodes that did: ${searching}. Without a node, the passage is pinned in all of them.`,
  );
}

/** Whether the retriever or the reranker was called for the node, which is where pins are applied. */
function hasSearched({ retrievals, reranks }: Trace, node: string): boolean {
  return [...retrievals, ...reranks].some((one) => one.node === node);
}

/** A sub-question with another text may take another branch, and the next run may reach nodes that this one did not. */
function mayYetSearch({ finished, status, nodes }: Trace, node: string, texts: Readonly<Record<string, string>>): boolean {
  const kind = nodes.find(({ id }) => id === node)?.kind;
  if (kind === 'plan' || kind === 'generated_doc') return false;
  return !finished || status !== 'ok' || (kind === 'sub_question' && Object.keys(texts).length > 0);
}

function requireAsking({ rerun = [] }: RunEdits, { nodes }: Trace): void {
  const asking = nodes.flatMap(({ id, asked }) => (asked ? [id] : []));
  const silent = rerun.find((node) => !asking.includes(node));
  if (silent === undefined) return;
  throw invalid(`Node "${silent}" made no calls, so it cannot ask again. Nodes that did: ${listed(asking)}.`);
}

function requireOneChoice({ pinned = [], banned = [] }: RunEdits): void {
  const both = pinned.find(({ passageId }) => banned.includes(passageId));
  if (both) throw invalid(`Passage ${both.passageId} is pinned and banned. Choose one.`);
}

function listed(ids: readonly string[]): string {
  return ids.length > 0 ? ids.join(', ') : 'none';
}

function invalid(message: string): AriadneError {
  return new AriadneError('edit-invalid', message);
}
