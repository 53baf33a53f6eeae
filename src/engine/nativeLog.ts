/**
 * LanceDB writes warnings about what it retries to the terminal, before it fails with an error that is explained. Imported before it, since it looks at the
 * variable when it is loaded; whoever wants its log sets another level.
 */
process.env['LANCEDB_LOG'] ??= 'off';
