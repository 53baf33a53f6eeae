import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AriadneError } from '../../../../src/base/errors.ts';
import { silentLogger } from '../../../../src/base/logger.ts';
import type { EndpointRerankerOptions } from '../../../../src/models/endpoint/endpointReranker.ts';
import type { RerankItem } from '../../../../src/models/models.ts';
import { type RequestBody, scriptedServer } from '../chat/scriptedServer.ts';
import { openReranker } from './opened.ts';

function optionsFor(baseUrl: string): EndpointRerankerOptions {
  return { model: 'cross', baseUrl, fetch: (url, init) => fetch(url, init), logger: silentLogger, timeoutMs: 60_000 };
}

function documentsOf(body: RequestBody): readonly string[] {
  return body['documents'] as readonly string[];
}

/** The best first, as servers send them. */
function ranked(body: RequestBody, scoreOf: (document: string) => number): { readonly index: number; readonly score: number }[] {
  return documentsOf(body)
    .map((document, index) => ({ index, score: scoreOf(document) }))
    .toSorted((a, b) => b.score - a.score);
}

function passage(text: string, title = '', headings: readonly string[] = []): RerankItem {
  return { title, headings, text };
}

const byLength = (document: string): number => 1 / (1 + document.length);

/** How each server writes the same scores. */
const shapes: Readonly<Record<string, (body: RequestBody) => unknown>> = {
  cohere: (body) => ({
    id: '1',
    results: ranked(body, byLength).map(({ index, score }) => ({ index, relevance_score: score })),
    meta: { api_version: { version: '2' } },
  }),
  jina: (body) => ({
    model: 'cross',
    usage: { total_tokens: 9 },
    results: ranked(body, byLength).map(({ index, score }) => ({ index, document: { text: '…' }, relevance_score: score })),
  }),
  'llama.cpp': (body) => ({
    object: 'list',
    model: 'cross',
    results: ranked(body, byLength).map(({ index, score }) => ({ index, relevance_score: score })),
  }),
  voyage: (body) => ({ object: 'list', data: ranked(body, byLength).map(({ index, score }) => ({ index, relevance_score: score })) }),
  'text-embeddings-inference': (body) => ranked(body, byLength),
};

for (const [name, reply] of Object.entries(shapes)) {
  test(`scores as ${name} writes them come back in the order of the passages`, async (t) => {
    const { baseUrl, bodies } = await scriptedServer(t, (body) => ({ body: reply(body) }));
    const reranker = await openReranker(optionsFor(baseUrl));
    const passages = ['aaaa', 'b', 'ccccccc', 'dd'].map((text) => passage(text));
    assert.deepEqual(await reranker.score('which?', passages), [1 / 5, 1 / 2, 1 / 8, 1 / 3]);
    assert.equal(reranker.scale, 'probability');
    assert.deepEqual(bodies.at(-1), { model: 'cross', query: 'which?', documents: ['aaaa', 'b', 'ccccccc', 'dd'], top_n: 4 });
  });
}

test('logits are recognized as such, and a document is sent with its title and headings', async (t) => {
  const { baseUrl, bodies } = await scriptedServer(t, (body) => ({
    body: {
      results: ranked(body, (text) => (text.includes('Paris') ? 8.6 : -5.4)).map(({ index, score }) => ({ index, relevance_score: score })),
    },
  }));
  const reranker = await openReranker(optionsFor(baseUrl));
  assert.equal(reranker.scale, 'logit');
  const scores = await reranker.score('Where?', [passage('It is Paris.', 'France', ['France', 'Capital']), passage('It is not.')]);
  assert.deepEqual(scores, [8.6, -5.4]);
  assert.deepEqual(documentsOf(bodies.at(-1) ?? {}), ['France › Capital\nIt is Paris.', 'It is not.']);
});

test('a passage that the server leaves out has no score', async (t) => {
  const { baseUrl } = await scriptedServer(t, (body) => ({
    body: {
      results: ranked(body, byLength)
        .slice(0, 2)
        .map(({ index, score }) => ({ index, relevance_score: score })),
    },
  }));
  const reranker = await openReranker(optionsFor(baseUrl));
  assert.deepEqual(await reranker.score('q', [passage('aaaa'), passage('b'), passage('dd')]), [null, 1 / 2, 1 / 3]);
});

test('many passages go in several requests', async (t) => {
  const { baseUrl, bodies } = await scriptedServer(t, (body) => ({ body: shapes['cohere']?.(body) }));
  const reranker = await openReranker(optionsFor(baseUrl));
  const passages = Array.from({ length: 130 }, (_, i) => passage('x'.repeat(i + 1)));
  const scores = await reranker.score('q', passages);
  assert.deepEqual(
    scores,
    passages.map(({ text }) => byLength(text)),
  );
  assert.deepEqual(
    bodies.slice(1).map((body) => documentsOf(body).length),
    [64, 64, 2],
  );
});

test('a server without /rerank, and a reply that is none, are named', async (t) => {
  const cases: readonly (readonly [{ readonly status?: number; readonly body: unknown }, RegExp])[] = [
    [{ status: 404, body: { detail: 'Not Found' } }, /^endpoint-model-missing: The reranking server at .* offers \/rerank/],
    [{ body: { results: [{ index: 9, relevance_score: 1 }] } }, /^endpoint-reply-unusable: .*which document/],
    [{ body: { results: [] } }, /^endpoint-reply-unusable: .*no scores/],
    [{ body: { choices: [] } }, /^endpoint-not-an-api: .*did not return scores/],
  ];
  for (const [reply, expected] of cases) {
    const { baseUrl } = await scriptedServer(t, () => reply);
    await assert.rejects(openReranker(optionsFor(baseUrl)), (error) => {
      assert.ok(error instanceof AriadneError);
      assert.match(`${error.code}: ${error.message}`, expected);
      return true;
    });
  }
});
