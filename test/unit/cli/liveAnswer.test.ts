import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveAnswer, wrapped } from '../../../src/cli/liveAnswer.ts';

/** A terminal that understands what is written here. */
class Screen {
  readonly columns = 24;
  readonly rows = 6;
  lines: string[] = [''];

  write(text: string): void {
    for (const [, up, erase, rest] of text.matchAll(/\x1b\[(\d+)A|(\r\x1b\[0J)|([^\x1b]+)/g)) {
      if (up !== undefined) this.lines = this.lines.slice(0, -Number(up));
      else if (erase !== undefined) this.lines = [...this.lines.slice(0, -1), ''];
      else this.#put(rest ?? '');
    }
  }

  #put(text: string): void {
    const [first = '', ...more] = text.replace(/^\r/, '').split('\n');
    this.lines = [...this.lines.slice(0, -1), (this.lines.at(-1) ?? '') + first, ...more];
  }
}

const final = (text: string) => ({ node: 'final', text, isFinal: true });

test('an answer grows in its place, over several lines, and leaves nothing', () => {
  const screen = new Screen();
  screen.write('before\n');
  const live = new LiveAnswer(screen);
  live.show({ node: 's1', text: 'Ada', isFinal: false });
  assert.deepEqual(screen.lines, ['before', 's1: Ada', '']);
  live.show({ node: 's1', text: '', isFinal: false });
  assert.deepEqual(screen.lines, ['before', '']);
  live.show(final('It was Ada Lovelace, who'));
  live.show(final('It was Ada Lovelace, who wrote the first program.'));
  assert.deepEqual(screen.lines, ['before', 'It was Ada Lovelace,', 'who wrote the first', 'program.', '']);
  live.clear();
  live.clear();
  assert.deepEqual(screen.lines, ['before', '']);
});

test('of an answer longer than the screen its end is shown; terminal sequences of a model are not written', () => {
  const screen = new Screen();
  const live = new LiveAnswer(screen);
  live.show(final(Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ')));
  assert.deepEqual([screen.lines.length, screen.lines.at(-2)], [5, 'word37 word38 word39']);
  live.show(final('\x1b[2Jdone\nnow'));
  assert.ok(!screen.lines.join('').includes('\x1b') && screen.lines.length === 2, JSON.stringify(screen.lines));
});

test('lines break between words, long words anywhere, and wide characters count twice', () => {
  assert.deepEqual(wrapped('one two three', 8), ['one two', 'three']);
  assert.deepEqual(wrapped('abcdefghij k', 4), ['abcd', 'efgh', 'ij k']);
  assert.deepEqual(wrapped('東京都渋谷区', 6), ['東京都', '渋谷区']);
});
