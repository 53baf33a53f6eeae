/** Three ways to answer, for people who do not know the published methods by name. Pure. */
import type { Estimate } from '../../protocol/estimate.ts';
import type { PresetId } from '../../protocol/methodNames.ts';
import type { PipelineInfo } from '../../protocol/pipelineInfo.ts';

export interface PipelinePreset {
  readonly id: PresetId;
  readonly detail: string;
  /** Model calls for a question of two or three steps: the means in bench/RESULTS.md, used until the user's runs give a better number. */
  readonly usualCalls: number;
}

export const pipelinePresets: readonly PipelinePreset[] = [
  { id: 'retrieve-read', detail: 'One search and one answer. For questions that one passage answers.', usualCalls: 1 },
  {
    id: 'sunar-nar',
    detail: 'Splits the question, follows related passages, and checks the answer. For most questions.',
    usualCalls: 7,
  },
  {
    id: 'sunar',
    detail: 'Like Balanced, but repeats each step and prefers evidence the answers agree on.',
    usualCalls: 180,
  },
];

/** The usual cost of a question in a few words. Without earlier runs, the preset's number. */
export function presetCost({ usualCalls }: PipelinePreset, { expected }: Pick<Estimate, 'expected'>, usesChatModel: boolean): string {
  const time =
    expected === undefined ? [] : [expected.seconds < 10 ? `${expected.seconds.toFixed(1)} s` : `${Math.round(expected.seconds)} s`];
  if (!usesChatModel) return ['no model calls', ...time].join(' · ');
  const calls = Math.round(expected?.llmCalls ?? usualCalls);
  return [
    `${expected === undefined ? 'about' : 'usually'} ${calls.toLocaleString('en')} model ${calls === 1 ? 'call' : 'calls'}`,
    ...time,
  ].join(' · ');
}

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
