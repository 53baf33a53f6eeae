/** The text of a reply as it grows, and where it ends. */

export class Reply {
  /** One JSON object ends with its last brace. It begins with the first one, which is already written. */
  readonly #isObject: boolean;
  #text: string;
  #shown = 0;
  isComplete = false;

  constructor(isObject: boolean) {
    this.#isObject = isObject;
    this.#text = isObject ? '{' : '';
  }

  get text(): string {
    return this.#text;
  }

  /**
   * @param text all that has been generated
   * @returns what can be shown now: no part of a character
   */
  update(text: string): string {
    this.#text = (this.#isObject ? '{' : '') + text;
    const end = this.#isObject ? endOfObject(this.#text) : undefined;
    if (end === undefined) return this.#show(/(?<!\ufffd)\ufffd+$/.exec(this.#text)?.index ?? this.#text.length);
    this.#text = this.#text.slice(0, end);
    this.isComplete = true;
    return this.finish();
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
