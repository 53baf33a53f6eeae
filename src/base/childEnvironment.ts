/** The environment for processes that compute and use no network: without keys, tokens and proxies, whose addresses may have passwords. */
export function childEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/key|token|secret|password|credential|proxy/i.test(name)));
}
