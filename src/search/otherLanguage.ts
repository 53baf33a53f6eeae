/** Whether a question is in a language that hardly any passage is in, which words and the built-in vectors cannot find. */
import { languagesItMayBeIn, shownIn } from '../language/terms/detect.ts';
import { catalog, catalogEntry } from '../models/hub/catalog.ts';
import { idText, readModelId } from '../models/modelId.ts';
import type { OtherLanguage } from '../protocol/otherLanguage.ts';

/** The part of an index that this needs. */
export interface LanguageCounts {
  /** The number of passages in each language. */
  readonly languages: () => Promise<ReadonlyMap<string, number>>;
}

/** @returns undefined where the question's language is unsure, some passages are in it, or the embedder may work across languages */
export async function findOtherLanguage(question: string, index: LanguageCounts, embedder: string): Promise<OtherLanguage | undefined> {
  const shown = shownIn(question);
  if (shown === undefined || mayCross(embedder)) return undefined;
  const counts = await index.languages();
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const few = Math.min(fewPassages, fewShare * total);
  const known = [...counts].filter(([, count]) => count >= few).sort((a, b) => b[1] - a[1]);
  const isKnown = (tag: string): boolean => known.some(([one]) => one === tag);
  if (known.length === 0 || shown.some(isKnown)) return undefined;
  const likely = await languagesItMayBeIn(question);
  const [first] = likely;
  const many = catalog.find(({ role, languages }) => role === 'embedder' && languages === 'many');
  if (first === undefined || likely.some(isKnown) || !many) return undefined;
  return { question: first, documents: known.slice(0, named).map(([tag]) => tag), embedder: idText({ name: many.name }) };
}

/** Whether vectors may be near each other across languages. Nothing is known of most models. */
function mayCross(embedder: string): boolean {
  if (embedder.startsWith('builtin')) return false;
  const { provider, name } = readModelId(embedder) ?? {};
  const entry = provider === 'hf' && name !== undefined ? catalogEntry(name) : undefined;
  return entry === undefined || entry.languages === 'many';
}

/** Fewer may be misjudged lists of names. */
const fewPassages = 3;
const fewShare = 0.02;
/** Languages of documents that are named. */
const named = 3;
