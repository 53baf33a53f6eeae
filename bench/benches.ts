import type { Bench } from './harness.ts';

/** Loaded on demand, because each bench is a separate program. */
export const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  graph: async () => (await import('./graph.ts')).graph,
  index: async () => (await import('./index.ts')).index,
  adapt: async () => (await import('./adapt.ts')).adapt,
  update: async () => (await import('./update.ts')).update,
  start: async () => (await import('./start.ts')).start,
  search: async () => (await import('./search.ts')).search,
  embed: async () => (await import('./embed.ts')).embed,
  rerank: async () => (await import('./rerank.ts')).rerank,
  generate: async () => (await import('./generate.ts')).generate,
  retrieval: async () => (await import('./retrieval.ts')).retrieval,
  natural: async () => (await import('./natural.ts')).natural,
  digest: async () => (await import('./digest.ts')).digest,
  reports: async () => (await import('./reports.ts')).reports,
  pipelines: async () => (await import('./pipelines.ts')).pipelines,
  compose: async () => (await import('./compose.ts')).compose,
  claims: async () => (await import('./claims.ts')).claims,
  quotes: async () => (await import('./quotes.ts')).quotes,
  reader: async () => (await import('./reader.ts')).reader,
  languages: async () => (await import('./languages.ts')).languages,
  'follow-ups': async () => (await import('./followUps.ts')).followUps,
  table: async () => (await import('./table.ts')).table,
  panel: async () => (await import('./panel.ts')).panel,
  viewer: async () => (await import('./viewer.ts')).viewer,
  'extension-host': async () => (await import('./extensionHost.ts')).extensionHost,
};
