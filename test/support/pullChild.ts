/** A process that downloads a model as the command line does. Its arguments are the store's folder and the name. */
import { fetchFrom } from '../../src/cli/network.ts';
import { hubUrlOf, isOfflineBy } from '../../src/models/library/hubSettings.ts';
import { ModelStore } from '../../src/models/hub/modelStore.ts';

const [folder = '', name = ''] = process.argv.slice(2);
const store = new ModelStore({
  folder,
  fetch: fetchFrom('https://api.test/v1', 'the test', 'sk-of-another-server'),
  hubUrl: () => hubUrlOf(process.env),
  isOffline: () => isOfflineBy(process.env),
  clock: { now: () => performance.now(), random: () => 0, delay: () => Promise.resolve() },
});
try {
  process.stdout.write((await store.ensure({ name }, { consent: () => Promise.resolve(true) })).folder);
} catch (error) {
  process.stderr.write(error instanceof Error && 'code' in error ? `${String(error.code)}: ${error.message}` : String(error));
  process.exitCode = 1;
}
