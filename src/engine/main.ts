/** Entry of the engine process. */

// LanceDB writes warnings about what it retries to the terminal, before it fails with an error that is explained. It looks at the variable
// when it is loaded, which is why the rest is loaded later; set another level to get its log.
process.env['LANCEDB_LOG'] ??= 'off';
await import('./serve.ts');
