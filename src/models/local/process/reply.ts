/** The text of a reply as it grows, and where it ends. */

/** What ends a reply before the model does. */
export interface ReplyEnd {
  readonly stop: readonly string[];
  /** Whether the reply is one JSON object, which ends with its last brace. It begins with the first one, which is already written. */
  readonly isObject: boolean;
}

export class Reply {
  readonly #end: ReplyEnd;
  #text: string;
  #shown = 0;
  isComplete = false;

  constructor(end: ReplyEnd) {
    this.#end = end;
    this.#text = end.isObject ? '{' : '';
  }

  get text(): string {
    return this.#text;
  }

  /**
   * @param text all that has been generated
   * @returns what can be shown now: neither a part of a character nor what may become a stop string
   */
  update(text: string): string {
    this.#text = (this.#end.isObject ? '{' : '') + text;
    const cut = this.#end.isObject ? endOfObject(this.#text) : this.#stopAt();
    if (cut !== undefined) {
      this.#text = this.#text.slice(0, cut);
      this.isComplete = true;
    }
    return this.#show(this.isComplete ? this.#text.length : this.#text.length - this.#heldBack());
  }

  /** The rest. */
  finish(): string {
    return this.#show(this.#text.length);
  }

  #show(to: number): string {
    const part = this.#text.slice(this.#shown, Math.max(this.#shown, to));
    this.#shown += part.length;
    return part;
  }

  #stopAt(): number | undefined {
    const places = this.#end.stop.map((stop) => this.#text.indexOf(stop)).filter((at) => at >= 0);
    return places.length > 0 ? Math.min(...places) : undefined;
  }

  #heldBack(): number {
    const unfinished = /(?<!\ufffd)\ufffd+$/.exec(this.#text)?.[0].length ?? 0;
    const ofStop = this.#end.stop.map((stop) => {
      for (let n = stop.length - 1; n > 0; n--) if (this.#text.endsWith(stop.slice(0, n))) return n;
      return 0;
    });
    return Math.max(unfinished, ...ofStop);
  }
}

/** Where the object that begins at the start ends; undefined while it does not. */
function endOfObject(text: string): number | undefined {
  let depth = 0;
  let isString = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (isString) {
      if (character === '\\') i++;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return i + 1;
  }
  return undefined;
}
