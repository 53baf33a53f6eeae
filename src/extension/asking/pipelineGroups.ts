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
  /** Whether the built-in models leave out a part of the method. */
  readonly isBetterWithModel: boolean;
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
const baselines: readonly string[] = ['retrieve-read', 'self-ask', 'ircot'];
/** These run without a model and then report what was simplified. */
const betterWithModel: readonly string[] = ['sunar', 'self-dc'];

const groupLabels = ['Current', 'Published methods', 'Baselines', 'Others'] as const;

function groupOf(id: string): (typeof groupLabels)[number] {
  return systems.includes(id) ? 'Published methods' : baselines.includes(id) ? 'Baselines' : 'Others';
}

function choiceOf({ id, title, description }: PipelineInfo): PipelineChoice {
  const [first = description] = /^.*?[.](?= |$)/.exec(description) ?? [];
  return { id, title, description: first, isBetterWithModel: betterWithModel.includes(id) };
}
