/** Files that the engine loads or runs beside itself. */
export interface EngineFiles {
  /** Folder of the graphs made by scripts/buildKernels.ts. */
  readonly kernels: string;
  /** Entry of the reader thread. */
  readonly reader: string;
  /** Entry of the process that learns the built-in embedder. */
  readonly learner: string;
  /** Entry of the process that runs local models, and folder of the WebAssembly that it uses where its native library does not run. */
  readonly models: { readonly entry: string; readonly wasm: string };
}
