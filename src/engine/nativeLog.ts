/**
 * LanceDB writes warnings about what it retries to the terminal, before it fails with an error that is explained. Imported before it, since
 * it looks at the variable when it is loaded; set another level to get its log.
 */
process.env['LANCEDB_LOG'] ??= 'off';
