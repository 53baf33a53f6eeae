/** For a process that takes the place of one in which native code crashed: it computes with ONNX Runtime's WebAssembly build. */
export const afterNativeFault = { ARIADNE_ONNX: 'wasm' } as const;

/** The environment for processes that compute and use no network: without keys, tokens and proxies, whose addresses may have passwords. */
export function childEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/key|token|secret|password|credential|proxy/i.test(name)));
}
