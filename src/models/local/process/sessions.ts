/**
 * The loaded models of this process. A session is never released: ONNX Runtime gives little memory back and leaks when sessions come and
 * go, so the memory of models that are no longer used is freed by ending the process.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PreTrainedModel, PreTrainedTokenizer } from '@huggingface/transformers';
import { AriadneError, isAriadneError, messageOf } from '../../../base/errors.ts';
import type { ModelSpec, Runtime } from '../messages.ts';
import { Decoder } from './decoder.ts';
import { Encoder } from './encoder.ts';
import type { Library } from './library.ts';
import { Tokens } from './tokens.ts';

/** The arena keeps the most memory that any batch needed. Threads that spin while they wait take the processor from the editor. */
const sessionOptions = { enableCpuMemArena: false, extra: { session: { intra_op: { allow_spinning: '0' } } } };

export class Sessions {
  readonly #library: Library;
  readonly #runtime: Runtime;
  readonly #loaded = new Map<string, Promise<Encoder | Decoder>>();

  constructor(library: Library, runtime: Runtime) {
    this.#library = library;
    this.#runtime = runtime;
  }

  /** @throws AriadneError `model-unreadable` */
  encoder(spec: ModelSpec): Promise<Encoder> {
    return this.#once(spec, Encoder, this.#library.AutoModel);
  }

  /** @throws AriadneError `model-unreadable`, `model-unfit` */
  decoder(spec: ModelSpec): Promise<Decoder> {
    return this.#once(spec, Decoder, this.#library.AutoModelForCausalLM);
  }

  #once<T extends Encoder | Decoder>(spec: ModelSpec, Kind: Made<T>, auto: Auto): Promise<T> {
    const key = JSON.stringify(spec);
    // A spec says which of the two it is.
    const known = this.#loaded.get(key) as Promise<T> | undefined;
    if (known) return known;
    const loading = this.#load(spec, Kind, auto);
    this.#loaded.set(key, loading);
    // The files may be complete next time.
    loading.catch(() => this.#loaded.delete(key));
    return loading;
  }

  async #load<T>(spec: ModelSpec, Kind: Made<T>, auto: Auto): Promise<T> {
    const tokenizer = await this.#tokenizer(spec);
    try {
      return new Kind(spec, this.#library, new Tokens(tokenizer), await auto.from_pretrained(spec.folder, await this.#options(spec)));
    } catch (error) {
      throw unreadable(spec, 'the model', error);
    }
  }

  async #tokenizer({ folder, ...spec }: ModelSpec): Promise<PreTrainedTokenizer> {
    try {
      return await this.#library.AutoTokenizer.from_pretrained(folder, { local_files_only: true });
    } catch (error) {
      throw unreadable(spec, 'the tokenizer', error);
    }
  }

  /** Always with a precision: the library's default on a processor is fp32, four times as large and half as fast. */
  async #options({ folder, subfolder, base, weightsBeside, dtype }: ModelSpec): Promise<LoadingOptions> {
    // The native library finds the files beside a graph. WebAssembly has no files.
    const beside = this.#runtime === 'wasm' ? weightsBeside : [];
    const externalData = await Promise.all(beside.map(async (path) => ({ path, data: await readFile(join(folder, subfolder, path)) })));
    return {
      local_files_only: true,
      device: 'cpu',
      dtype: dtype as 'q8',
      subfolder,
      model_file_name: base,
      session_options: { ...sessionOptions, ...(externalData.length > 0 && { externalData }) },
    };
  }
}

type LoadingOptions = NonNullable<Parameters<Library['AutoModel']['from_pretrained']>[1]>;
type Made<T> = new (spec: ModelSpec, library: Library, tokens: Tokens, model: PreTrainedModel) => T;
type Auto = Pick<Library['AutoModel'], 'from_pretrained'>;

function unreadable({ name }: Pick<ModelSpec, 'name'>, part: string, cause: unknown): AriadneError {
  if (isAriadneError(cause)) return cause;
  const [reason = ''] = messageOf(cause).split('\n');
  return new AriadneError('model-unreadable', `Cannot load ${part} of ${name} (${reason}). Get its files again, or choose another model.`, {
    cause,
  });
}
