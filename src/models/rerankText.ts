import type { RerankItem } from './models.ts';

/** A passage as rerankers read it: where it is, then its text. */
export function rerankText({ title, headings, text }: RerankItem): string {
  const place = [title, ...headings.filter((heading) => heading !== title)].filter((part) => part !== '').join(' › ');
  return place === '' ? text : `${place}\n${text}`;
}
