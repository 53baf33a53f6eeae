/** What people and agents read of a call of a tool. Does not use VS Code. */
import { t } from '@vscode/l10n';
import type { AgentTool } from '../../protocol/agentTools.ts';
import { isObject } from '../../base/isObject.ts';
import { plainLine, shortened } from '../../base/plainText.ts';

const did: Readonly<Record<AgentTool, readonly [words: string, argument: string]>> = {
  ariadne_search: [t('Searching the documents for'), 'question'],
  ariadne_ask: [t('Asking the documents'), 'question'],
  ariadne_verify_quote: [t('Looking up the quote'), 'text'],
  ariadne_check_document: [t('Checking the citations of'), 'path'],
  ariadne_read: [t('Reading'), 'path'],
};
const longest = 120;

/** What a call does, for who waits for it. @param where the folder, if there are several */
export function invocationSentence(tool: AgentTool, input: unknown, where: string | undefined): string {
  const [words, argument] = did[tool];
  const value = isObject(input) ? input[argument] : undefined;
  const given = typeof value === 'string' ? plainLine(value) : '';
  const said = `${words} “${shortened(given, longest)}”`;
  return where === undefined ? said : t('{0} in {1}', said, where);
}

type Result = Readonly<Record<string, unknown>>;

/**
 * A result as JSON that fits: of a longer one fewer passages, or lines of a text, with how to get the rest.
 * @param fits whether a text is within the tokens that there are
 */
export async function fitted(result: Result, input: unknown, fits: (text: string) => Promise<boolean>): Promise<string> {
  const whole = JSON.stringify(result);
  const parts = partsOf(result);
  if (parts === 0 || (await fits(whole))) return whole;
  let [most, tooMany] = [0, parts];
  while (tooMany - most > 1) {
    const n = (most + tooMany) >> 1;
    if (await fits(JSON.stringify(firstOf(result, input, n)))) most = n;
    else tooMany = n;
  }
  return JSON.stringify(firstOf(result, input, most));
}

const lists = ['results', 'quotes', 'places', 'citations'] as const;

function partsOf(result: Result): number {
  if (typeof result['text'] === 'string') return result['text'].split('\n').length;
  return listIn(result)?.[1].length ?? 0;
}

function listIn(result: Result): readonly [(typeof lists)[number], readonly unknown[]] | undefined {
  const name = lists.find((key) => Array.isArray(result[key]));
  return name && [name, result[name] as readonly unknown[]];
}

function firstOf(result: Result, input: unknown, n: number): Result {
  const of = isObject(result['cut']) ? result['cut']['of'] : partsOf(result);
  if (typeof result['text'] === 'string') {
    const [first, lines] = [Number(result['startLine']), result['text'].split('\n').slice(0, n)];
    return {
      ...result,
      text: lines.join('\n'),
      endLine: first + n - 1,
      cut: { shown: n, of, next: `Call again with "line": ${first + n}.` },
    };
  }
  const [name, all] = listIn(result) ?? ['results', []];
  const from = isObject(input) && typeof input['from'] === 'number' ? input['from'] : 0;
  const next = name === 'citations' ? `Call again with "from": ${from + n}.` : 'ariadne_read shows more of each document.';
  return { ...result, [name]: all.slice(0, n), cut: { shown: n, of, next } };
}
