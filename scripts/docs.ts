/**
 * Builds the documentation site from `docs` into `out/docs`; with `--open` serves it on loopback, opens it in the browser, and follows what
 * is written.
 *
 * usage: node scripts/docs.ts [--open [--port N]]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, createServer } from 'vitepress';

const docs = join(import.meta.dirname, '..', 'docs');
const { values } = parseArgs({ options: { open: { type: 'boolean' }, port: { type: 'string' } } });
if (values.open === true) {
  const server = await createServer(docs, { open: true, ...(values.port === undefined ? {} : { port: Number(values.port) }) });
  await server.listen();
  server.printUrls();
} else await build(docs);
