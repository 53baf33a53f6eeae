/** A process that downloads a model until it is done or killed. Its arguments are the store's folder, the hub's address and the name. */
import { ModelStore } from '../../src/models/hub/modelStore.ts';
import { hubDoor } from './hubServer.ts';

const [folder = '', hubUrl = '', name = ''] = process.argv.slice(2);
const store = new ModelStore({ folder, fetch: hubDoor(hubUrl).fetch, hubUrl: () => hubUrl, isOffline: () => false });
const model = await store.ensure(
  { name },
  { consent: () => Promise.resolve(true), onProgress: ({ doneBytes }) => process.send?.(doneBytes) },
);
process.send?.(model.folder);
process.disconnect();
