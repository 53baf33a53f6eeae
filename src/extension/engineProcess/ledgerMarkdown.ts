import type { LedgerLine } from '../../door/hostDoor.ts';
import type { Traffic } from '../../door/runTraffic.ts';
import { escapeMarkdown } from '../../base/escapeMarkdown.ts';
import { bytesText } from '../../base/amounts.ts';

export interface RunOfLedger {
  readonly question: string;
  /** When it was asked, ISO 8601; absent for a question that was deleted. */
  readonly askedAtUtc?: string;
  readonly traffic: readonly Traffic[];
}

/**
 * The ledger as Markdown, newest entry first.
 * @param runs what questions have exchanged, the last one last
 */
export function ledgerMarkdown(
  lines: readonly LedgerLine[],
  totals: { readonly bytesSent: number; readonly bytesReceived: number },
  runs: readonly RunOfLedger[] = [],
): string {
  const head = `# Network Ledger\n\n**${bytesText(totals.bytesSent)} sent**, ${bytesText(totals.bytesReceived)} received since this window opened.`;
  if (lines.length === 0) return `${head}\n\nNothing has left this machine.\n`;
  const rows = lines
    .toReversed()
    .map(
      (line) =>
        `| ${whenText(line.atUtc)} | ${cell(line.host)} | ${cell(line.purpose)} | ${bytesCell(line.bytesSent)} | ${bytesCell(line.bytesReceived)} | ${unbroken(outcome(line))} |`,
    );
  const parts = runs.length === 0 ? ' ' : `\n${byQuestion(runs)}\n## Requests\n\n`;
  return `${head}${parts}The last ${lines.length} requests; bytes are those of request and reply bodies.\n\n| When | Where | Why | Sent | Received | Outcome |\n|---|---|---|--:|--:|---|\n${rows.join('\n')}\n`;
}

function byQuestion(runs: readonly RunOfLedger[]): string {
  const rows = runs
    .toReversed()
    .flatMap(({ question, askedAtUtc, traffic }) =>
      traffic.map(
        ({ host, purpose, requests, bytesSent, bytesReceived }) =>
          `| ${askedAtUtc === undefined ? '' : whenText(askedAtUtc)} | ${cell(question)} | ${cell(host)} | ${cell(purpose)} | ${requests} | ${bytesCell(bytesSent)} | ${bytesCell(bytesReceived)} |`,
      ),
    );
  if (rows.length === 0) return '';
  return `\n## By Question\n\n| Asked | Question | Where | Why | Requests | Sent | Received |\n|---|---|---|---|--:|--:|--:|\n${rows.join('\n')}\n`;
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
  return bytesSent === 0 ? 'not sent' : 'no reply';
}
