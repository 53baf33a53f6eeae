/** A run as one file of HTML: answer, graph, quotes and the passages of every step. It has no script and loads nothing. Pure. */
import { posix } from 'node:path';
import { createHash } from 'node:crypto';
import { answerDraft } from '../citations/draft.ts';
import { htmlSyntax } from '../citations/syntaxes/html.ts';
import { encodePath, fragmentOf } from '../citations/syntaxes/places.ts';
import type { CitationSyntax } from '../citations/syntaxes/syntax.ts';
import { writeParts } from '../citations/writeAnswer.ts';
import { placeWords } from '../protocol/placeWords.ts';
import { isGenerated, listedTitle, pageAt, type Passage } from '../protocol/passage.ts';
import type { Citation, Trace } from '../protocol/trace.ts';
import { shownEvidence } from '../trace/dag/shownEvidence.ts';
import { dagView } from '../trace/dag/viewModel.ts';
import { escapeXml as text, graphStyle, graphSvg } from './graphSvg.ts';
import { facts, shownCitations } from './report.ts';

/** A step that read a hundred passages is explained by the first of them. */
const mostPassages = 12;

/** @param pathOf the path of a document from where the file will be */
export function htmlPage(trace: Trace, pathOf: (path: string) => string): string {
  const style = pageStyle + graphStyle;
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;
  const citations = shownCitations(trace);
  const pathIn = (path: string): string => posix.normalize(pathOf(path));
  const section = (heading: string, body: string): string => (body === '' ? '' : `<section>\n<h2>${heading}</h2>\n${body}\n</section>`);
  return `${[
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${text(trace.question)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1 dir="auto">${text(trace.question)}</h1>`,
    `<section class="said">\n${writeParts(answerDraft(trace, []), { syntax: pageSyntax(citations, pathIn), before: '', pathOf: ({ path }) => pathIn(path) })}\n</section>`,
    section('From the Documents', sources(citations, trace, pathIn)),
    section('Graph', trace.nodes.length === 0 ? '' : `<figure tabindex="0">${graphSvg(trace)}</figure>`),
    section('Steps', steps(trace, pathIn)),
    section(
      'How This Was Answered',
      `<ul>${facts(trace)
        .map((fact) => `<li dir="auto">${text(fact)}</li>`)
        .join('')}</ul>`,
    ),
    '</main>',
    '</body>',
    '</html>',
  ]
    .filter((part) => part !== '')
    .join('\n')}\n`;
}

/** Its citations lead to the quotes below. */
function pageSyntax(citations: readonly Citation[], pathIn: (path: string) => string): CitationSyntax {
  const placeOf = ({ path, startLine, endLine }: Pick<Citation, 'path' | 'startLine' | 'endLine'>): string =>
    `${path}#${startLine}-${endLine}`;
  const numbers = new Map(citations.map((citation) => [placeOf({ ...citation, path: pathIn(citation.path) }), citation.n]));
  return {
    ...htmlSyntax,
    escape: text,
    cite: (cited) => {
      const n = numbers.get(placeOf(cited)) ?? cited.n;
      return ` <a class="cite" href="#quote-${n}">${n}</a>`;
    },
    paragraph: (lines) => `<p dir="auto">${lines}</p>`,
  };
}

function sources(citations: readonly Citation[], { passages }: Trace, pathIn: (path: string) => string): string {
  if (citations.length === 0) return '';
  const items = citations.map((citation) => {
    const passage = passages[citation.passageId];
    const place = placeLink(citation, passage ? listedTitle(passage) : citation.path, pathIn);
    return `<li id="quote-${citation.n}" value="${citation.n}"><blockquote dir="auto">${text(citation.text ?? citation.quote)}</blockquote>${place}</li>`;
  });
  return `<ol class="quotes">\n${items.join('\n')}\n</ol>`;
}

function placeLink(
  place: Pick<Citation, 'path' | 'startLine' | 'endLine' | 'page' | 'lastPage'>,
  title: string,
  pathIn: (path: string) => string,
): string {
  const link = `<a href="${encodePath(pathIn(place.path))}${fragmentOf(place)}">${text(place.path)}</a>`;
  return `<p class="place"><bdi>${text(title)}</bdi> · ${link}, ${placeWords(place)}</p>`;
}

function steps(trace: Trace, pathIn: (path: string) => string): string {
  return dagView(trace)
    .cards.filter(({ isQuestion }) => !isQuestion)
    .map(({ id, label, question, answer, state, failure }) => {
      const node = trace.nodes.find((one) => one.id === id);
      const evidence = node ? shownEvidence(trace, node).flatMap(({ passageId }) => trace.passages[passageId] ?? []) : [];
      const shown = evidence.slice(0, mostPassages).map((passage) => passageItem(passage, pathIn));
      const more = evidence.length > shown.length ? `<p>And ${evidence.length - shown.length} more.</p>` : '';
      const head = `<b>${text(label)}</b> <bdi>${text(question)}</bdi> <span class="state">${text(state.words)}</span>`;
      const said = answer ?? failure;
      const body = `${said === undefined ? '' : `<p class="found" dir="auto">${text(said)}</p>`}${shown.join('\n')}${more}`;
      return body === '' ? `<p class="step">${head}</p>` : `<details><summary>${head}</summary>\n${body}</details>`;
    })
    .join('\n');
}

function passageItem(passage: Passage, pathIn: (path: string) => string): string {
  const { path, range } = passage;
  const place = isGenerated(passage)
    ? '<p class="place">Written by the model, not from the documents</p>'
    : placeLink(
        { path, startLine: range.startLine + 1, endLine: range.endLine, page: pageAt(passage, range.startOffset) },
        listedTitle(passage),
        pathIn,
      );
  return `<blockquote dir="auto">${text(passage.text)}</blockquote>${place}`;
}

const pageStyle = `
:root { color-scheme: light dark; --fg: #1f2328; --bg: #ffffff; --dim: #59636e; --line: #d1d9e0; --soft: #f6f8fa; --link: #0a5bc4; }
@media screen and (prefers-color-scheme: dark) { :root { --fg: #e6edf3; --bg: #0d1117; --dim: #a3adb8; --line: #3d444d; --soft: #161b22; --link: #6cb0ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--fg); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
main { max-width: 52rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2.25rem 0 .6rem; padding-bottom: .25rem; font-size: 1.05rem; border-bottom: 1px solid var(--line); }
a { color: var(--link); text-underline-offset: 2px; }
.said > p:first-child { font-size: 1.15rem; }
.cite { font-size: .75em; vertical-align: super; line-height: 0; text-decoration: none; }
.cite::before { content: "["; } .cite::after { content: "]"; }
table { width: 100%; border-collapse: collapse; } th, td { padding: .35rem .6rem; text-align: start; vertical-align: top; border: 1px solid var(--line); }
blockquote { margin: 0; padding: .5rem .8rem; background: var(--soft); border-inline-start: 3px solid var(--line); white-space: pre-line; }
.place { margin: .3rem 0 1rem; font-size: .85rem; color: var(--dim); }
.quotes { padding-inline-start: 1.75rem; } .quotes > li::marker { color: var(--dim); } li:target > blockquote { border-color: var(--link); }
figure { position: relative; left: 50%; width: max-content; max-width: calc(100vw - 2.5rem); margin: 0; overflow-x: auto; transform: translateX(-50%); border: 1px solid var(--line); border-radius: 6px; } figure svg { display: block; max-width: none; }
details, .step { margin: 0; padding: .45rem 0; border-bottom: 1px solid var(--line); } summary { cursor: pointer; } details > blockquote { margin-top: .6rem; }
.state { font-size: .85rem; color: var(--dim); } .found { margin: .5rem 0; font-weight: 600; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media print {
  main { max-width: none; padding: 0; } a { color: inherit; }
  figure { left: 0; width: auto; max-width: 100%; overflow: visible; border: 0; transform: none; } figure svg { max-width: 100%; height: auto; }
  blockquote, li { break-inside: avoid; } details::details-content { content-visibility: visible; display: block; }
}
`;
