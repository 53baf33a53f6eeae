/** `@ariadne` in the chat of VS Code: the same tools, with what they find as anchors. */
import { t } from '@vscode/l10n';
import { Location, Range, Uri, window, type ChatRequest, type ChatRequestHandler, type ChatResponseStream } from 'vscode';
import { isAbort } from '../../base/abort.ts';
import { AriadneError } from '../../base/errors.ts';
import { escapeMarkdown } from '../../base/escapeMarkdown.ts';
import { shortened } from '../../base/plainText.ts';
import type { AgentInput, AgentOutput, FoundPlace } from '../../protocol/agentTools.ts';
import { recordSuffix } from '../../protocol/table.ts';
import type { CommandId } from '../contributions.ts';
import { sentenceOf } from '../failures.ts';
import { pathIn, requireOpenFolder, type OpenFolder } from '../openFolder.ts';
import { whichFolder, type CallTool } from './agentCalls.ts';
import { signalOf } from './tools.ts';

export interface ParticipantParts {
  readonly folder: () => OpenFolder | undefined;
  readonly call: CallTool;
  /** The method and how an answer is written, and whether it may be asked: there is an index, and who asked agrees to what it costs. */
  readonly ask: { readonly wanted: () => Omit<AgentInput<'ariadne_ask'>, 'question'>; readonly mayAsk: () => Promise<boolean> };
  /** Asks each document, and shows the table. @returns its file; undefined when the user declined */
  readonly fillTable: (questions: readonly string[], out: string) => Promise<string | undefined>;
}

const longestShown = 400;

export function answerInChat(parts: ParticipantParts): ChatRequestHandler {
  return async (request, _context, stream, token) => {
    try {
      await answerers[request.command ?? 'ask']?.({
        ...parts,
        request,
        stream,
        root: requireOpenFolder(parts.folder()),
        signal: signalOf(token),
      });
      return {};
    } catch (error) {
      return isAbort(error) ? {} : { errorDetails: { message: sentenceOf(error) } };
    }
  };
}

interface Asked extends ParticipantParts {
  readonly request: ChatRequest;
  readonly stream: ChatResponseStream;
  readonly root: OpenFolder;
  readonly signal: AbortSignal;
}

const answerers: Readonly<Record<string, (asked: Asked) => Promise<void>>> = { ask, search, check, table };

async function ask({ ask: { wanted, mayAsk }, call, request, stream, root, signal }: Asked): Promise<void> {
  const question = promptOf(request);
  if (!(await mayAsk())) return;
  const told = (text: string): void => stream.progress(text);
  const where = whichFolder(root);
  told(where === undefined ? t('Searching the documents') : t('Searching the documents of {0}', where));
  const result = (await call('ariadne_ask', { question, ...wanted() }, signal, told)) as AgentOutput<'ariadne_ask'>;
  const { answer, why, quotes, doubts = [], missing = [], run } = result;
  stream.markdown(answer === null ? t('The documents do not answer this. {0}', escapeMarkdown(why ?? '')) : written(answer));
  for (const { n, ...quote } of quotes) {
    stream.markdown(`\n\n${n}. `);
    show(stream, root, quote);
  }
  list(stream, t('Not supported by its quotes'), doubts);
  list(stream, t('What the documents do not say'), missing);
  stream.button({ command: 'ariadne.openTrace' satisfies CommandId, title: t('Show How It Was Found'), arguments: [{ runId: run }] });
}

async function search({ call, request, stream, root, signal }: Asked): Promise<void> {
  const found = (await call('ariadne_search', { question: promptOf(request) }, signal)) as AgentOutput<'ariadne_search'>;
  if (found.results.length === 0) stream.markdown(t('No passage was found.'));
  for (const place of found.results) {
    stream.markdown('\n\n- ');
    show(stream, root, place);
  }
  list(stream, t('Notes'), found.notes ?? []);
}

async function check({ call, request, stream, root, signal }: Asked): Promise<void> {
  const { citations, summary, cut } = (await call(
    'ariadne_check_document',
    { path: pathOf(request, root) },
    signal,
  )) as AgentOutput<'ariadne_check_document'>;
  const uri = Uri.joinPath(root.uri, pathOf(request, root));
  if (citations.length === 0) return stream.markdown(t('This document has no citations that Ariadne can check.'));
  stream.markdown(
    `${Object.entries(summary)
      .map(([state, n]) => `${n} ${state}`)
      .join(', ')}.`,
  );
  for (const { line, state, reason, link } of citations.filter((one) => one.state !== 'current')) {
    stream.markdown('\n\n- ');
    stream.anchor(new Location(uri, lines(line, line)), t('line {0}', line));
    stream.markdown(
      ` ${state}${link === undefined ? '' : `: ${escapeMarkdown(link)}`}${reason === undefined ? '' : ` (${escapeMarkdown(reason)})`}`,
    );
  }
  if (cut) stream.markdown(`\n\n${t('The first {0} of {1} citations.', cut.shown, cut.of)}`);
}

async function table({ fillTable, request, stream, root }: Asked): Promise<void> {
  const questions = promptOf(request)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const name =
    (questions[0] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'answers';
  stream.progress(t('Asking each document'));
  const out = await fillTable(questions, Uri.joinPath(root.uri, `${name}${recordSuffix}`).fsPath);
  if (out !== undefined) stream.anchor(Uri.file(out), name);
}

/** @throws AriadneError `question-empty` */
function promptOf({ prompt }: ChatRequest): string {
  const question = prompt.trim();
  if (question === '') throw new AriadneError('question-empty', t('Type a question after @ariadne.'));
  return question;
}

/** The document that is attached or named, else the one in the editor. @throws AriadneError `no-file` */
function pathOf({ prompt, references }: ChatRequest, root: OpenFolder): string {
  const attached = references.map(({ value }) => (value instanceof Location ? value.uri : value)).find((value) => value instanceof Uri);
  const active = window.activeTextEditor?.document.uri;
  const path = attached ? pathIn(root, attached) : prompt.trim() || (active && pathIn(root, active));
  if (path === undefined || path === '')
    throw new AriadneError('no-file', t('Attach a document of “{0}”, or type its path after /check.', root.name));
  return path;
}

/** A place that opens with a click, and its words, which are data. */
function show(stream: ChatResponseStream, root: OpenFolder, { path, startLine, endLine, page, text }: FoundPlace): void {
  const uri = Uri.joinPath(root.uri, path);
  const place = page === undefined ? new Location(uri, lines(startLine, endLine)) : uri;
  stream.reference(place);
  stream.anchor(place, page === undefined ? `${path}:${startLine}` : t('{0}, page {1}', path, page));
  stream.markdown(`\n\n  > ${escapeMarkdown(shortened(text, longestShown)).replaceAll('\n', '\n  > ')}`);
}

function list(stream: ChatResponseStream, title: string, sentences: readonly string[]): void {
  if (sentences.length > 0)
    stream.markdown(`\n\n**${title}**\n\n${sentences.map((sentence) => `- ${escapeMarkdown(sentence)}`).join('\n')}`);
}

/** Keeps the rows of a table. */
function written(answer: string): string {
  const line = (text: string): string => (text.startsWith('|') ? text.split('|').map(escapeMarkdown).join('|') : escapeMarkdown(text));
  return answer.split('\n').map(line).join('\n');
}

function lines(first: number, last: number): Range {
  return new Range(first - 1, 0, last - 1, 0);
}
