/** Ariadne's version, which the build sets. */
export const version = process.env['ARIADNE_VERSION'] ?? 'not built';
