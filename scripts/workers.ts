/** Jobs of which only a few may run at a time, whatever the number of workers. */
export class Lane {
  readonly atMost: number;
  running = 0;

  constructor(atMost: number) {
    this.atMost = atMost;
  }
}

export interface JobOptions {
  readonly lane?: Lane;
  /** Before all others that wait. */
  readonly isUrgent?: boolean;
}

interface Waiting {
  readonly lane: Lane;
  readonly start: () => Promise<void>;
}

/** Runs jobs side by side, so that some compute while others wait. */
export class Workers {
  readonly #atMost: Lane;
  readonly #waiting: Waiting[] = [];

  /** @param count how many jobs run at a time */
  constructor(count: number) {
    this.#atMost = new Lane(count);
  }

  /** Runs the job once a worker is free. Jobs start in the order they come; one whose lane is full lets others pass. */
  do<T>(job: () => Promise<T>, { lane = new Lane(1), isUrgent = false }: JobOptions = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting = { lane, start: () => job().then(resolve, reject) };
      this.#waiting.splice(isUrgent ? 0 : this.#waiting.length, 0, waiting);
      this.#startMore();
    });
  }

  #startMore(): void {
    while (hasRoom(this.#atMost)) {
      const at = this.#waiting.findIndex(({ lane }) => hasRoom(lane));
      const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (next === undefined) return;
      void this.#start(next);
    }
  }

  async #start({ lane, start }: Waiting): Promise<void> {
    for (const each of [this.#atMost, lane]) each.running++;
    await start();
    for (const each of [this.#atMost, lane]) each.running--;
    this.#startMore();
  }
}

function hasRoom({ running, atMost }: Lane): boolean {
  return running < atMost;
}
