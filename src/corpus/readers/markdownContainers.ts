/** Titled containers (`containerLines.ts`) in Markdown: an extension of the parser. Without it, an indented body would be code. */
import type { Extension as TreeExtension } from 'mdast-util-from-markdown';
import type { Parent, RootContent } from 'mdast';
import type { Code, Construct, Extension, State, TokenizeContext, Tokenizer } from 'micromark-util-types';
import { containerLine, type ContainerLine } from './containerLines.ts';

/** The first child is the title, if there is one. */
export interface Container extends Parent {
  type: 'container';
  line: ContainerLine;
  children: RootContent[];
}

declare module 'mdast' {
  interface RootContentMap {
    container: Container;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    container: 'container';
    containerMark: 'containerMark';
    containerTitle: 'containerTitle';
  }
  interface Token {
    containerLine?: ContainerLine;
  }
  interface ContainerState {
    line?: ContainerLine;
    isFenceClosed?: boolean;
  }
}

/** What a line must have to contain such a container. */
export const CONTAINER_SIGN = /!!!|\?\?\?|=== |===[+!]|:::|\/\/\/|[`~]{3}\{/;

const container: Construct = {
  name: 'container',
  tokenize: tokenizeOpening,
  continuation: { tokenize: tokenizeContinuation },
  exit: (effects) => {
    effects.exit('container');
  },
};

export const containers: Extension = { document: Object.fromEntries(Array.from('!?=:/`~', (char) => [char.charCodeAt(0), container])) };

const NO_LINE: ContainerLine = { extent: 'line', fence: undefined, label: undefined, title: undefined };

export const containersFromMarkdown: TreeExtension = {
  enter: {
    container(token) {
      this.enter({ type: 'container', line: token.containerLine ?? NO_LINE, children: [] }, token);
    },
    containerTitle(token) {
      this.enter({ type: 'paragraph', children: [] }, token);
    },
  },
  exit: {
    container(token) {
      this.exit(token);
    },
    containerTitle(token) {
      this.exit(token);
    },
  },
};

function tokenizeOpening(this: TokenizeContext, ...[effects, ok, nok]: Parameters<Tokenizer>): State {
  let line: ContainerLine | undefined;
  const lookAhead = wholeLine((text) => {
    line = containerLine(text);
    return line !== undefined;
  });
  const take =
    (count: number, next: State): State =>
    (code) => {
      if (count === 0) return next(code);
      effects.consume(code);
      return take(count - 1, next);
    };
  const open: State = (code) => {
    if (this.containerState) this.containerState.line = line;
    effects.enter('container', { _container: true, containerLine: line });
    effects.enter('containerMark');
    return line?.title ? take(line.title[0], title)(code) : rest(code);
  };
  const title: State = (code) => {
    const [from, to] = line?.title ?? [0, 0];
    effects.exit('containerMark');
    effects.enter('containerTitle');
    effects.enter('chunkText', { contentType: 'text' });
    return take(to - from, afterTitle)(code);
  };
  const afterTitle: State = (code) => {
    effects.exit('chunkText');
    effects.exit('containerTitle');
    if (isLineEnd(code)) return ok(code);
    effects.enter('containerMark');
    return rest(code);
  };
  const rest: State = (code) => {
    if (!isLineEnd(code)) {
      effects.consume(code);
      return rest;
    }
    effects.exit('containerMark');
    return ok(code);
  };
  return effects.check(lookAhead, open, nok);
}

function tokenizeContinuation(this: TokenizeContext, ...[effects, ok, nok]: Parameters<Tokenizer>): State {
  const state = this.containerState ?? {};
  const { extent, fence = '' } = state.line ?? NO_LINE;
  if (extent === 'indentation') return indentation(effects, ok, nok);
  if (extent === 'line' || state.isFenceClosed === true) return nok;
  const closing = wholeLine((text) => isFence(text.trimEnd(), fence));
  const close: State = (code) => {
    state.isFenceClosed = true;
    return ok(code);
  };
  return effects.attempt(closing, close, ok);
}

/** Whether a line is as many of the fence's characters, or more. */
function isFence(line: string, fence: string): boolean {
  return line.length >= fence.length && line === fence.charAt(0).repeat(line.length);
}

/** Four columns, or a blank line. */
function indentation(...[effects, ok, nok]: Parameters<Tokenizer>): State {
  let columns = 0;
  const start: State = (code) => {
    if (isLineEnd(code)) return ok(code);
    if (!isBlank(code)) return nok(code);
    effects.enter('linePrefix');
    return blank(code);
  };
  const blank: State = (code) => {
    if (isBlank(code) && columns < INDENTATION) {
      columns++;
      effects.consume(code);
      return blank;
    }
    effects.exit('linePrefix');
    return columns === INDENTATION || isLineEnd(code) ? ok(code) : nok(code);
  };
  return start;
}

const INDENTATION = 4;

/** Consumes a line if its text is accepted. */
function wholeLine(accepts: (text: string) => boolean): Construct {
  return {
    partial: true,
    tokenize(effects, ok, nok) {
      const chars: string[] = [];
      const start: State = (code) => {
        if (isLineEnd(code)) return nok(code);
        effects.enter('containerMark');
        return next(code);
      };
      const next: State = (code) => {
        if (isLineEnd(code)) {
          effects.exit('containerMark');
          return accepts(chars.join('')) ? ok(code) : nok(code);
        }
        // Tabs and the columns that they fill have codes below zero.
        chars.push(code === null || code < 0 ? ' ' : String.fromCharCode(code));
        effects.consume(code);
        return next;
      };
      return start;
    },
  };
}

function isLineEnd(code: Code): boolean {
  return code === null || (code <= -3 && code >= -5);
}

/** A space, a tab, or a column that a tab fills. */
function isBlank(code: Code): boolean {
  return code === 32 || code === -1 || code === -2;
}
