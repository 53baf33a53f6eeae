import { logVersion, type NewRunEvent } from '../../src/protocol/events.ts';
import { builtinModels, type RunSpec } from '../../src/protocol/runSpec.ts';

type Started = Extract<NewRunEvent, { kind: 'run-started' }>;

/** The first event of a run of `sunar-nar` with built-in models, with what is given in place of it. */
export function runStarted({ spec, ...more }: Partial<Omit<Started, 'spec'>> & { readonly spec: Partial<RunSpec> }): Started {
  return {
    kind: 'run-started',
    logVersion,
    runId: 'run',
    spec: { question: 'Who?', pipeline: 'sunar-nar', params: {}, models: builtinModels, firstStage: 'linked', ...spec },
    startedAtUtc: '2026-01-01T00:00:00Z',
    folder: '/docs',
    indexEpoch: 'epoch',
    documentsLike: [],
    logprobs: false,
    promptVersion: 1,
    ...more,
  };
}
