/** The report of an evaluation as one HTML page without anything from elsewhere, to open in a browser. */
import { createHash } from 'node:crypto';
import { confidencePlot } from '../confidencePlot.ts';
import { qualityPlot } from '../qualityPlot.ts';
import { recommendationSentences, type Recommendation } from '../recommendation.ts';
import type { Report } from '../report.ts';
import type { DecisionSummary, SystemSummary } from '../summary.ts';
import { coursesOf, sweepPlot } from '../sweepPlot.ts';
import { comparisonMatrix } from './comparisonMatrix.ts';
import { markup, raw, type Html } from './html.ts';
import type { PageReport } from './pageReport.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { answersTable, bertScoreTable, costsTable, decisionsTable, facetTables } from './tables.ts';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: readonly Html[];
}

export function reportPage(report: PageReport): string {
  const { dataset, questions, systems, recommendation, setup } = report;
  const sections: readonly Section[] = [
    { id: 'answers', title: 'Answers', body: [answersTable(report), answerNotes(report), ...bertScoreTable(report)] },
    { id: 'cost', title: 'Quality and cost', body: [...costPlots(report), costsTable(systems)] },
    { id: 'sweeps', title: 'Sweeps', body: sweepPlots(report) },
    { id: 'comparisons', title: 'Every pair', body: comparisonMatrix(report) },
    { id: 'facets', title: 'By kind of question', body: facetTables(report) },
    { id: 'decisions', title: 'Confidence and decomposition', body: [...confidencePlots(report), ...decisionsTable(report)] },
  ].filter(({ body }) => body.length > 0);
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${hashOfScript}'" />
        <title>${dataset}: ${systems.length} systems compared</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <a class="skip" href="#answers">Skip to the results</a>
        <header>
          <h1>${dataset}</h1>
          <p class="soft">${systems.length} ${systems.length === 1 ? 'system' : 'systems'}, ${questions} questions.</p>
          <nav aria-label="Sections">
            <ul>
              ${sections.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`)}
            </ul>
          </nav>
        </header>
        <main>
          ${recommendation && systems.length > 1 ? recommendationCard(recommendation) : ''}
          ${sections.map(
            ({ id, title, body }) =>
              markup`<section aria-labelledby="${id}">
                <h2 id="${id}">${title}</h2>
                ${body}
              </section> `,
          )}
          <details>
            <summary>How it was measured</summary>
            <ul>
              ${setup.map((line) => markup`<li>${line}</li>`)}
            </ul>
          </details>
        </main>
        ${raw(`<script>${script}</script>`)}
      </body>
    </html>
  `;
  return page.html;
}

const hashOfScript = `sha256-${createHash('sha256').update(script).digest('base64')}`;

function recommendationCard(recommendation: Recommendation): Html {
  return markup`<section class="card" aria-labelledby="recommendation">
    <h2 id="recommendation">Recommended for these documents: ${recommendation.system}</h2>
    <p>${recommendationSentences(recommendation, (name) => `“${name}”`)}</p>
    <pre id="settings" tabindex="0" aria-label="Settings for settings.json">${JSON.stringify(recommendation.settings, null, 2)}</pre>
    <button type="button" class="copy" data-of="settings" hidden>Copy settings</button> <span role="status" class="soft"></span>
  </section>`;
}

function answerNotes({ f1, systems }: Report): Html {
  const unscorable = systems[0]?.unscorable ?? 0;
  return markup`<p class="soft">
    Means in percent over the questions with an accepted answer; in parentheses the 95 % interval of ${f1} when the questions are resampled.
    em: exact match. em_cover: an accepted answer occurs anywhere in the prediction. A run without an answer, or that failed, scores
    0.${unscorable === 0 ? '' : ` ${unscorable} questions have no accepted answer; an abstention is right there.`}
  </p>`;
}

const plotted = { width: 560, height: 400 };

function costPlots({ systems, f1, intervals }: PageReport): readonly Html[] {
  const costs: readonly (readonly [title: string, cost: (summary: SystemSummary) => number])[] = [
    ['model calls', ({ costs: of }) => of.llm_calls],
    ['tokens', ({ costs: of }) => of.prompt_tokens + of.completion_tokens],
    ['searches', ({ costs: of }) => of.retrieval_calls],
    ['seconds', ({ costs: of }) => of.latency_ms_mean / 1000],
  ];
  const shown = costs.filter(([, cost]) => systems.some((summary) => cost(summary) > 0)).slice(0, 3);
  const figures = shown.map(([title, cost]) => {
    const points = systems.map((summary) => {
      const { low, high } = intervals.get(summary.name) ?? { low: 0, high: 0 };
      return { name: summary.name, cost: cost(summary), quality: 100 * summary.scores[f1], margin: 50 * (high - low) };
    });
    const names = { title: `${f1} against ${title}`, cost: `${title} per question`, quality: `${f1}, %` };
    return markup`<figure>${raw(qualityPlot(points, names, plotted))}</figure>`;
  });
  const note = markup`<p class="soft">Bars are 95 % intervals. The dashed line joins the systems that no cheaper one equals.</p>`;
  return systems.length < 2 ? [] : [markup`<div class="plots">${figures}</div>`, note];
}

function sweepPlots({ systems, measured, f1, intervals }: PageReport): readonly Html[] {
  const courses = coursesOf(
    systems.flatMap((summary) => {
      const system = measured.find(({ name }) => name === summary.name)?.system;
      const interval = intervals.get(summary.name);
      return system && interval ? [{ name: summary.name, system, quality: summary.scores[f1], ...interval }] : [];
    }),
  );
  return courses.length === 0
    ? []
    : [
        markup`<div class="plots">${courses.map((course) => markup`<figure>${raw(sweepPlot(course, `${f1}, %`, plotted))}</figure>`)}</div>`,
      ];
}

function confidencePlots({ systems }: Report): readonly Html[] {
  // Systems that differ in what follows from the confidence have the same.
  const groups = new Map<string, { readonly names: string[]; readonly confidence: NonNullable<DecisionSummary['confidence']> }>();
  for (const { name, decisions } of systems) {
    if (!decisions?.confidence) continue;
    const key = JSON.stringify(decisions.confidence);
    const group = groups.get(key);
    if (group) group.names.push(name);
    else groups.set(key, { names: [name], confidence: decisions.confidence });
  }
  if (groups.size === 0) return [];
  const figures = [...groups.values()].map(({ names: [first = '', ...others], confidence }) => {
    const title = others.length === 0 ? first : `${first} and ${others.length} more`;
    return markup`<figure>${raw(confidencePlot(title, confidence))}</figure>`;
  });
  const note = markup`<p class="soft">How sure the model was before it chose a way, as it said so or by its probabilities. Right: an accepted answer occurs in the prediction (em_cover).</p>`;
  return [markup`<div class="plots">${figures}</div>`, note];
}
