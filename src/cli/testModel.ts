/** `ariadne models test`: asks a model one question of its role, and says what works and how fast. */
import { join } from 'node:path';
import { cacheFolder } from '../base/cacheFolder.ts';
import { AriadneError, invariant } from '../base/errors.ts';
import { silentLogger } from '../base/logger.ts';
import { ChatServers } from '../models/library/chatServers.ts';
import type { ModelLibrary } from '../models/library/modelLibrary.ts';
import { allProviders, isBuiltin } from '../models/library/providers.ts';
import { calibrationsFolder } from '../models/library/localProviders.ts';
import { testModels } from '../models/library/testModels.ts';
import { kindOfModel, modelRole } from '../protocol/modelLibrary.ts';
import { fetchFrom } from './network.ts';
import { choiceOption } from './effects.ts';
import { exitCode, plain, print, printErrors, printJson, type CommandContext } from './terminal.ts';
import { fromHere } from './askOptions.ts';
import { engineFiles, modelsHost, openaiBaseUrl } from './withEngine.ts';
import { networkOf, timesOf } from './serverOptions.ts';

/** @throws AriadneError `usage` where neither `--role` nor the model says what it is for; `model-unknown` */
export async function testModel(library: ModelLibrary, given: string, context: CommandContext): Promise<number> {
  const { signal, isJson } = context;
  const id = fromHere(given);
  if (isBuiltin(id)) throw new AriadneError('model-unknown', 'The built-in models need no test. Name another one.');
  const role = choiceOption(context, 'role', modelRole.options) ?? (await library.roleOf(id));
  if (!role) throw new AriadneError('usage', `${given} does not say what it is for. Add --role ${modelRole.options.join('|')}.`);
  const providers = allProviders({
    openai: {
      baseUrl: openaiBaseUrl,
      chatTimeoutMs: undefined,
      ...timesOf(context),
      servers: new ChatServers({ file: join(cacheFolder(), 'chat-servers.json'), logger: silentLogger }),
      logger: silentLogger,
    },
    local: { library, files: engineFiles.models, host: modelsHost(context), onNotice: printErrors, calibrations: calibrationsFolder() },
  });
  try {
    providers.require(kindOfModel(role), id);
    const fetch = fetchFrom(openaiBaseUrl(), 'OPENAI_BASE_URL', process.env['OPENAI_API_KEY'], networkOf(context));
    const [tested] = await testModels(providers, { [role]: id }, { fetch, signal });
    invariant(tested, 'a model that is not built in was not tested');
    const { works, isRight = true, facts, limits = [], seconds } = tested;
    if (isJson) printJson(tested);
    else if (works)
      print(
        [
          `${plain(given)} ${isRight ? 'works' : 'answers, but wrongly,'} as ${role} (${seconds.toFixed(1)} s)`,
          ...[...limits, ...facts].map((fact) => `  ${plain(fact)}`),
        ].join('\n'),
      );
    else print(`${plain(given)} does not work as ${role}. ${plain(facts.join(' '))}`);
    return works ? exitCode.done : exitCode.failed;
  } finally {
    await providers.close();
  }
}
