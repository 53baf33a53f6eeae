/** The architecture of the newer embedders and rerankers in the catalog, which has no segments and sees far only in some layers. */
import { test } from 'node:test';
import { assertClose, unit } from '../../../support/models/closeTo.ts';
import { startLocalModels } from '../../../support/models/localModels.ts';
import { modernBertFolder, type ModernBert } from '../../../support/models/modernBert.ts';
import { modernBertLabels, modernBertRows } from '../../../support/models/referenceModernBert.ts';

const local = startLocalModels();
const texts = ['paris', 'the capital of france is paris and a river is in the city of london and paris', 'where is the river'];

test('vectors of the first token agree with plain matrix products, beyond what a local layer sees and beside longer texts', async (t) => {
  const made = modernBertFolder(t);
  const embedder = await local.embedder({ name: 'modern', folder: made.folder });
  const vectors = await embedder.embed(texts);
  const wanted = texts.flatMap((text) => unit(modernBertRows(made, [id(made, '[CLS]'), ...idsOf(made, text), id(made, '[SEP]')])[0]!));
  assertClose(vectors, wanted);
});

test('scores of pairs agree with plain matrix products', async (t) => {
  const made = modernBertFolder(t, { labels: 1 });
  const reranker = await local.reranker({ name: 'modern', folder: made.folder });
  const scores = await reranker.score(
    texts[2]!,
    texts.map((text) => ({ title: '', headings: [], text })),
  );
  const [cls, sep] = [id(made, '[CLS]'), id(made, '[SEP]')];
  const asked = idsOf(made, texts[2]!);
  assertClose(
    scores.map((score) => score!),
    texts.map((text) => modernBertLabels(made, [cls, ...asked, sep, ...idsOf(made, text), sep])[0]!),
  );
});

function id({ tokenizer }: ModernBert, piece: string): number {
  return tokenizer.vocabulary.get(piece)!;
}

function idsOf(made: ModernBert, text: string): number[] {
  return text.split(' ').map((word) => id(made, word));
}
