/**
 * No file imports itself by way of others, not even for a type (`npm run lint`). Which folder may import which is in eslint.config.mjs.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [{ name: 'import circle', severity: 'error', from: {}, to: { circular: true } }],
  options: { tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' } },
};
