/** Entry of the engine process. */
import { explainMissingLibrary } from './missingLibrary.ts';
import { refuse } from './refuse.ts';

// LanceDB writes warnings about what it retries to the terminal, before it fails with an error that is explained. It looks at the variable
// when it is loaded, which is why the rest is loaded later; set another level to get its log.
process.env['LANCEDB_LOG'] ??= 'off';
try {
  await import('./serve.ts');
} catch (error) {
  const failure = explainMissingLibrary(error);
  if (!failure) throw error;
  console.error(error);
  refuse(failure);
}
