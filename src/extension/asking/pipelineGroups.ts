/** Groups the methods for choosing. Pure. */
import type { PipelineInfo } from '../../protocol/pipelineInfo.ts';

export interface PipelineGroup {
  readonly label: string;
  readonly pipelines: readonly PipelineChoice[];
}

interface PipelineChoice {
  readonly id: string;
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  /** How much the pipeline depends on a language model instead of the built-in ones. */
  readonly needsModel: 'no' | 'partly' | 'yes';
}

/** The groups keep the given order; the current pipeline is alone in the first group. Empty groups are left out. */
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
/** These run without a model and then report what was simplified. */
const betterWithModel: readonly string[] = ['sunar', 'self-dc', 'refeed', 'self-rag-lite', 'gear-lite'];

const groupLabels = [
  'Current',
  'Published methods',
  'Baselines',
  'Approximations: prompts only, not the published methods',
  'Others',
] as const;

function groupOf(id: string): (typeof groupLabels)[number] {
  if (systems.includes(id)) return 'Published methods';
  if (baselines.includes(id)) return 'Baselines';
  return id.endsWith('-lite') ? 'Approximations: prompts only, not the published methods' : 'Others';
}

function choiceOf({ id, title, description }: PipelineInfo): PipelineChoice {
  // The second sentence of the approximations repeats what their group says.
  const [first = description] = /^.*?[.](?= |$)/.exec(description) ?? [];
  const needsModel = withModelOnly.includes(id) ? 'yes' : betterWithModel.includes(id) ? 'partly' : 'no';
  return { id, title, description: first, needsModel };
}
