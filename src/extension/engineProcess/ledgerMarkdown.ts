import { t } from '@vscode/l10n';
import type { LedgerLine } from '../../door/hostDoor.ts';
import type { RunSummary } from '../../protocol/engine.ts';
import { escapeMarkdown } from '../../base/escapeMarkdown.ts';
import { bytesText } from '../../base/amounts.ts';

export type AskedQuestion = Pick<RunSummary, 'runId' | 'question' | 'startedAtUtc'>;

/** Longer tables are slow to draw and useless to read. */
const mostRows = 500;

/**
 * The ledger as Markdown, newest entry first.
 * @param questions those that were asked and not deleted
 */
export function ledgerMarkdown(
  lines: readonly LedgerLine[],
  totals: { readonly bytesSent: number; readonly bytesReceived: number },
  questions: readonly AskedQuestion[] = [],
): string {
  const exchanged = t('**{0} sent**, {1} received since this window opened.', bytesText(totals.bytesSent), bytesText(totals.bytesReceived));
  const head = `# ${t('Network Ledger')}\n\n${exchanged}`;
  if (lines.length === 0) return `${head}\n\n${t('Nothing has left this machine.')}\n`;
  const newest = lines.toReversed();
  const rows = newest
    .slice(0, mostRows)
    .map(
      (line) =>
        `| ${whenText(line.atUtc)} | ${cell(line.host)} | ${cell(line.purpose)} | ${bytesCell(line.bytesSent)} | ${bytesCell(line.bytesReceived)} | ${unbroken(outcome(line))} |`,
    );
  const asked = byQuestion(newest, questions);
  const parts = asked === '' ? ' ' : `\n${asked}\n## ${t('Requests')}\n\n`;
  const shown = t('The last {0} requests; bytes are those of request and reply bodies.', rows.length);
  const heading = `| ${[t('When'), t('Where'), t('Why'), t('Sent'), t('Received'), t('Outcome')].join(' | ')} |\n|---|---|---|--:|--:|---|`;
  return `${head}${parts}${shown}\n\n${heading}\n${rows.join('\n')}\n`;
}

/** What each question has exchanged with which server, and for what. */
function byQuestion(lines: readonly LedgerLine[], questions: readonly AskedQuestion[]): string {
  const ofRuns = lines.filter(({ runId }) => runId !== undefined);
  const rows = [...Map.groupBy(ofRuns, ({ runId, host, purpose }) => JSON.stringify([runId, host, purpose])).values()].map((alike) => {
    const [{ runId, host, purpose }] = alike as [LedgerLine];
    const { question, startedAtUtc } = questions.find((run) => run.runId === runId) ?? { question: t('A deleted question') };
    const bytes = (['bytesSent', 'bytesReceived'] as const).map((way) => bytesCell(alike.reduce((sum, line) => sum + line[way], 0)));
    const facts = [startedAtUtc === undefined ? '' : whenText(startedAtUtc), cell(question), cell(host), cell(purpose), alike.length];
    return `| ${[...facts, ...bytes].join(' | ')} |`;
  });
  if (rows.length === 0) return '';
  const names = [t('Asked'), t('Question'), t('Where'), t('Why'), t('Requests'), t('Sent'), t('Received')];
  return `\n## ${t('By Question')}\n\n| ${names.join(' | ')} |\n|---|---|---|---|--:|--:|--:|\n${rows.join('\n')}\n`;
}

/** In the user's own time. */
export function whenText(atUtc: string): string {
  return unbroken(new Date(atUtc).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'medium' }));
}

function bytesCell(bytes: number): string {
  return unbroken(bytesText(bytes));
}

/** With no-break spaces: a narrow table breaks lines between a number and its unit. */
function unbroken(text: string): string {
  return text.replaceAll(/\s/g, '\u00a0');
}

function cell(text: string): string {
  return escapeMarkdown(text.replace(/\s+/g, ' '));
}

function outcome({ status, bytesSent }: LedgerLine): string {
  if (status !== null) return String(status);
  return bytesSent === 0 ? t('not sent') : t('no reply');
}
