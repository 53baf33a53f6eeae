/** What a text cites, by source. Pure. */
import { count } from '../../base/amounts.ts';
import { findingOf, standingWords, type Checked, type Severity } from '../../citations/findings.ts';

export interface CitedSource {
  readonly id: string;
  readonly title: string;
  /** Of the document; absent where the folder does not have it. */
  readonly path?: string;
  /** In text order. */
  readonly citations: readonly Checked[];
  /** How many there are, and what is wrong with some. */
  readonly summary: string;
  /** Of the worst finding; absent where nothing is wrong. */
  readonly severity?: Severity;
}

const bySeverity: readonly Severity[] = ['warning', 'information', 'hint'];

/**
 * In the order in which the text cites them first.
 * @param nameOf what a citation is called whose document is not known
 */
export function sourcesOf(citations: readonly Checked[], nameOf: (citation: Checked) => string): readonly CitedSource[] {
  const cited = citations.filter(({ form }) => form !== 'none');
  return [...Map.groupBy(cited, (one) => (one.source?.path ? `document ${one.source.path}` : `name ${nameOf(one)}`))].map(([id, those]) => {
    const known = those.find(({ source }) => source)?.source;
    const wrong = [...Map.groupBy(those.filter(findingOf), standingWords)].map(([words, some]) => `${some.length} ${words}`);
    const found = new Set(those.map((one) => findingOf(one)?.severity));
    const severity = bySeverity.find((one) => found.has(one));
    return {
      id,
      title: known?.reference ?? known?.title ?? those.slice(0, 1).map(nameOf).join(''),
      ...(known?.path ? { path: known.path } : {}),
      citations: those,
      summary: [count(those.length, 'citation'), ...wrong].join(', '),
      ...(severity ? { severity } : {}),
    };
  });
}
