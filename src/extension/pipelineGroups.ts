/** The pipelines as people choose among them. Pure. */
import type { PipelineInfo } from '../protocol/engine.ts';

export interface PipelineGroup {
  readonly label: string;
  readonly pipelines: readonly PipelineChoice[];
}

interface PipelineChoice {
  readonly id: string;
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  /** What of it the built-in models cannot do without a language model. */
  readonly needsModel: 'no' | 'partly' | 'yes';
}

/** In the order in which they are given within a group; the current one is alone in the first. Groups without pipelines are left out. */
export function pipelineGroups(pipelines: readonly PipelineInfo[], current: string): PipelineGroup[] {
  const groups = Map.groupBy(pipelines, ({ id }) => (id === current ? 'Current' : groupOf(id)));
  return groupLabels.flatMap((label) => {
    const group = groups.get(label);
    return group ? [{ label, pipelines: group.map(choiceOf) }] : [];
  });
}

const systems: readonly string[] = ['sunar', 'sunar-nar', 'leapquery', 'self-dc', 'drr-rag'];
const baselines: readonly string[] = [
  'direct',
  'cot',
  'cot-few-shot',
  'genread',
  'retrieve-read',
  'retrieve-cot',
  'self-ask',
  'ircot',
  'refeed',
  'iter-retgen',
];
const withModelOnly: readonly string[] = ['direct', 'cot', 'cot-few-shot', 'genread'];
/** They run without, and say then what was done more simply. */
const betterWithModel: readonly string[] = ['sunar', 'self-dc', 'refeed', 'self-rag-lite', 'gear-lite'];

const groupLabels = [
  'Current',
  'Published methods',
  'Baselines',
  'Approximations: prompts only, not the published systems',
  'Others',
] as const;

function groupOf(id: string): (typeof groupLabels)[number] {
  if (systems.includes(id)) return 'Published methods';
  if (baselines.includes(id)) return 'Baselines';
  return id.endsWith('-lite') ? 'Approximations: prompts only, not the published systems' : 'Others';
}

function choiceOf({ id, title, description }: PipelineInfo): PipelineChoice {
  // The approximations say in a second sentence what their group says already.
  const [first = description] = /^.*?[.](?= |$)/.exec(description) ?? [];
  const needsModel = withModelOnly.includes(id) ? 'yes' : betterWithModel.includes(id) ? 'partly' : 'no';
  return { id, title, description: first, needsModel };
}
