import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { EngineNotification, EngineNotificationParams } from '../../protocol/engine.ts';

/** What the engine sends unasked, by name. */
export class Notifications implements Disposable {
  readonly #emitter = new Emitter<{ readonly name: EngineNotification; readonly params: unknown }>();

  on<N extends EngineNotification>(name: N, listener: (params: EngineNotificationParams<N>) => void): Disposable {
    return this.#emitter.on((sent) => {
      // `fire` ensures that these are the parameters of this name.
      if (sent.name === name) listener(sent.params as EngineNotificationParams<N>);
    });
  }

  onAny(listener: (name: EngineNotification, params: unknown) => void): Disposable {
    return this.#emitter.on(({ name, params }) => listener(name, params));
  }

  fire<N extends EngineNotification>(name: N, params: EngineNotificationParams<N>): void {
    this.#emitter.fire({ name, params });
  }

  dispose(): void {
    this.#emitter.dispose();
  }
}
