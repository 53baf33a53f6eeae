/** The judge of `ariadne eval`: its options, and the access to its server. */
import { join } from 'node:path';
import { AriadneError } from '../../src/base/errors.ts';
import { cacheFolder } from '../../src/base/cacheFolder.ts';
import { silentLogger } from '../../src/base/logger.ts';
import { ChatServers } from '../../src/models/library/chatServers.ts';
import { isAbstention } from '../../src/run/aboutPipelines.ts';
import { createJudge } from '../models/judge.ts';
import { allProviders } from '../../src/models/library/providers.ts';
import { judgeAnswers, type Judge, type Judged, type Judging } from '../evaluation/judgments.ts';
import { stringOption, isGiven, type CommandOptions, takes } from '../../src/cli/effects.ts';
import { fetchFrom } from '../../src/cli/network.ts';
import { progressByTenths } from './progressByTenths.ts';
import { printError, type CommandContext } from '../../src/cli/terminal.ts';
import { openaiBaseUrl } from '../../src/cli/withEngine.ts';
import { networkOf, timesOf } from '../../src/cli/serverOptions.ts';

export const judgeOptions: CommandOptions = {
  judge: takes('openai:MODEL', 'a model that says whether each answer is right (acc)'),
  'judge-url': {
    ...takes('URL', 'its address, with the key ARIADNE_JUDGE_API_KEY; otherwise OPENAI_BASE_URL'),
    whyIdle: (given) => (isGiven(given, 'judge') ? undefined : 'It is the address of the --judge model. Add --judge openai:MODEL.'),
  },
};

/**
 * @returns undefined when no judge was requested
 * @throws AriadneError `usage`
 */
export function judgeOf(context: CommandContext): Judge | undefined {
  const id = stringOption(context, 'judge');
  const url = stringOption(context, 'judge-url');
  if (id === undefined) return undefined;
  if (!/^openai:./.test(id)) throw new AriadneError('usage', `--judge takes openai:MODEL, not "${id}".`);
  if (url !== undefined && !URL.canParse(url)) throw new AriadneError('usage', `--judge-url takes an address, not "${url}".`);
  const { OPENAI_API_KEY: key, ARIADNE_JUDGE_API_KEY: ownKey } = process.env;
  const servers = new ChatServers({ file: join(cacheFolder(), 'judge-servers.json'), logger: silentLogger });
  const providers = allProviders({
    openai: { baseUrl: () => url ?? openaiBaseUrl(), chatTimeoutMs: undefined, ...timesOf(context), servers, logger: silentLogger },
  });
  const network = networkOf(context);
  // Keys and headers are only sent to the server they were given for; those of OPENAI_BASE_URL go nowhere else.
  return createJudge(id, providers, {
    fetch:
      url === undefined
        ? fetchFrom(openaiBaseUrl(), 'OPENAI_BASE_URL', key, network)
        : fetchFrom(url, '--judge-url', ownKey, { ...network, headers: {} }),
  });
}

/** Judges the answers of all systems and reports progress on stderr. */
export async function judgeAll(judging: Omit<Judging, 'isAbstention' | 'onProgress'>): Promise<Judged> {
  const judged = await judgeAnswers({
    ...judging,
    isAbstention,
    onProgress: progressByTenths(`judge ${judging.judge.id}`, 'answers', 'judged'),
  });
  const [failure] = judged.failures.values();
  if (failure !== undefined)
    printError(`${judged.failures.size} answers were not judged and count as wrong. Rerun the command to judge them. ${failure}`);
  return judged;
}

/**
 * Judges only the first answers, so that an unreachable judge is known before hours are spent.
 * @throws the errors of `judgeAnswers`
 */
export async function tryJudge(judging: Omit<Judging, 'isAbstention' | 'onProgress'>): Promise<void> {
  await judgeAnswers({ ...judging, isAbstention, onProgress: () => undefined });
}
