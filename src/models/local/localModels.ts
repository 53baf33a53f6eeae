/** The processes of models in folders on this computer. They know nothing of downloads and never touch the network. */
import { ModelProcess, type ModelProcessOptions } from './modelProcess.ts';

export interface LocalProcesses {
  readonly encoders: ModelProcess;
  /** Embeds many passages. ONNX Runtime cannot be interrupted, so a question would wait for the batch that is being computed. */
  readonly indexing: ModelProcess;
  /** Apart from the others: a reply takes seconds, and its memory comes and goes. */
  readonly decoders: ModelProcess;
  /** Ends them. What is being computed ends with AbortError. */
  readonly dispose: () => void;
}

/** While a question is embedded, the process that embeds passages gets about half as much of the processor. */
const indexingNiceness = 3;
/** Its memory is worth more than the second that it takes to load the model for the next change of many files. */
const indexingEndsAfterMs = 30_000;

export function localProcesses(options: ModelProcessOptions): LocalProcesses {
  const encoders = new ModelProcess(options);
  const indexing = new ModelProcess({ ...options, niceness: indexingNiceness, endsAfterMs: indexingEndsAfterMs });
  const decoders = new ModelProcess(options);
  return {
    ...{ encoders, indexing, decoders },
    dispose: () => {
      for (const process of [encoders, indexing, decoders]) process.dispose();
    },
  };
}
