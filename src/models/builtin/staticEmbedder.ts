import { yieldToEventLoop } from '../../base/abort.ts';
import { askedFor } from '../../language/requests.ts';
import { languageOf } from '../../language/languages.ts';
import type { Embedder, EmbedOptions, TokenCounts } from '../models.ts';
import { sumRows } from './rowCosines.ts';
import { staticDimension, type StaticModel } from './staticModel.ts';

const textsPerSum = 64;
const noTokens: TokenCounts = { tokens: 0, fragments: 0 };

/** Embeds a text as the L2-normalized sum of its pieces' vectors; of a question, those of what it asks for. */
export class StaticEmbedder implements Embedder {
  readonly id: string;
  readonly dimension = staticDimension;
  readonly fusionWeight: number;
  readonly #model: StaticModel;
  /** By piece: 1 if it continues a word. */
  readonly #fragments: Uint8Array;
  /** By piece: one more than where it is in the list of the last text that has it. */
  readonly #places: Int32Array;
  #counts: TokenCounts = noTokens;

  constructor(model: StaticModel) {
    this.id = model.id;
    this.fusionWeight = fusionWeights[model.kind];
    this.#model = model;
    this.#places = new Int32Array(model.wordPiece.pieces.length);
    this.#fragments = Uint8Array.from(model.wordPiece.pieces, (_, id) => (model.wordPiece.isFragment(id) ? 1 : 0));
  }

  takeTokenCounts(): TokenCounts {
    const counts = this.#counts;
    this.#counts = noTokens;
    return counts;
  }

  async embed(given: readonly string[], options: EmbedOptions = {}): Promise<Float32Array> {
    const texts = options.as === 'query' ? given.map((text) => askedFor(text, languageOf(text))) : given;
    const rows = new Float32Array(texts.length * this.dimension);
    for (let from = 0; from < texts.length; from += textsPerSum) {
      if (from > 0) await yieldToEventLoop();
      options.signal?.throwIfAborted();
      const to = Math.min(texts.length, from + textsPerSum);
      this.#embedInto(texts.slice(from, to), rows.subarray(from * this.dimension, to * this.dimension));
    }
    options.signal?.throwIfAborted();
    return rows;
  }

  #embedInto(texts: readonly string[], rows: Float32Array): void {
    const { wordPiece, vectors } = this.#model;
    const pieces = texts.map((text) => wordPiece.encode(text));
    const tokens = pieces.reduce((sum, { length }) => sum + length, 0);
    const starts = new Int32Array(texts.length + 1);
    const ids = new Int32Array(tokens);
    const weights = new Float32Array(tokens);
    const places = this.#places.fill(0);
    let end = 0;
    let fragments = 0;
    for (let i = 0; i < pieces.length; i++) {
      for (const id of pieces[i]!) {
        fragments += this.#fragments[id]!;
        // Half of the words of a text are repeated, and sums take most of the time.
        if (places[id]! <= starts[i]!) {
          ids[end++] = id;
          places[id] = end;
        }
        weights[places[id]! - 1]!++;
      }
      starts[i + 1] = end;
    }
    this.#counts = { tokens: this.#counts.tokens + tokens, fragments: this.#counts.fragments + fragments };
    const lists = { starts, ids: ids.subarray(0, end), weights };
    sumRows(lists, texts.length, vectors.of(lists.ids), staticDimension, rows);
    for (let i = 0; i < texts.length; i++) normalize(rows.subarray(i * staticDimension, (i + 1) * staticDimension));
  }
}

/** Plain vectors add little to BM25. */
const fusionWeights = { plain: 5, learned: 50 };

function normalize(row: Float32Array): void {
  let squares = 0;
  for (let j = 0; j < row.length; j++) squares += row[j]! * row[j]!;
  if (squares === 0) return;
  const scale = 1 / Math.sqrt(squares);
  for (let j = 0; j < row.length; j++) row[j] = row[j]! * scale;
}
