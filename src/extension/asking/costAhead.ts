/** The possible cost of the next question. Does not use VS Code. */
import { Emitter } from '../../base/emitter.ts';
import { builtinModels } from '../../protocol/runSpec.ts';
import { askedForm } from '../answerForms.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';
import { estimateSentence } from './estimateSentence.ts';
import type { Settings } from '../settings.ts';

export class CostAhead {
  readonly onDidChange = new Emitter<void>();
  readonly #engine: EngineRequests;
  readonly #settings: () => Settings;
  #sentence: string | undefined;
  #asked = 0;

  constructor(engine: EngineRequests, settings: () => Settings) {
    this.#engine = engine;
    this.#settings = settings;
  }

  /** Undefined until the cost is known, and with the built-in reasoner, which costs nothing. */
  get sentence(): string | undefined {
    return this.#sentence;
  }

  /**
   * Asks again after the settings have changed or a run has ended.
   * @throws AriadneError when the settings do not allow a question
   */
  async refresh(): Promise<void> {
    const nth = ++this.#asked;
    const settings = this.#settings();
    const { pipeline, params, models, budget } = settings;
    const { form } = askedForm(settings);
    const isFree = models.chat === builtinModels.chat;
    try {
      const sentence = isFree
        ? undefined
        : estimateSentence(await this.#engine.request('estimate', { pipeline, params, models, form }), budget());
      if (nth === this.#asked) this.#tell(sentence);
    } catch (error) {
      if (nth === this.#asked) this.#tell(undefined);
      throw error;
    }
  }

  #tell(sentence: string | undefined): void {
    if (sentence === this.#sentence) return;
    this.#sentence = sentence;
    this.onDidChange.fire();
  }
}
