import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fittedView, limits, margin, clampedView, zoomed, type View } from '../../webview-ui/src/viewport.ts';

const room = { width: 400, height: 300 };
const small = { x: 100, y: 50, width: 200, height: 100 };
const large = { x: 0, y: 0, width: 2000, height: 1500 };

function moved(box: typeof small, from: View, by: { readonly x: number; readonly y: number }): View {
  return clampedView(limits(box, room, from.zoom), { ...from, x: from.x + by.x, y: from.y + by.y }, room);
}

test('a drawing that fits cannot be moved', () => {
  const view = fittedView(small, room, 0.3);
  assert.deepEqual(view, { x: 0, y: -30, zoom: 1 });
  for (const by of [-5000, -50, 50, 5000]) assert.deepEqual(moved(small, view, { x: by, y: by }), view);
});

test('a drawing that does not fit is moved to its ends and no further', () => {
  const view = { x: 0, y: 0, zoom: 1 };
  assert.deepEqual(moved(large, view, { x: -100, y: -100 }), { x: -100, y: -100, zoom: 1 });
  assert.deepEqual(moved(large, view, { x: 9999, y: 9999 }), { x: margin, y: margin, zoom: 1 });
  assert.deepEqual(moved(large, view, { x: -9999, y: -9999 }), { x: 400 - 2000 - margin, y: 300 - 1500 - margin, zoom: 1 });
});

test('what is fitted at any zoom is within the limits', () => {
  for (const box of [small, large]) {
    for (const zoom of [0.3, 0.65, 1]) {
      const view = fittedView(box, room, zoom);
      assert.equal(clampedView(limits(box, room, view.zoom), view, room), view);
    }
  }
});

test('zooming keeps what is in the middle of the map there', () => {
  assert.deepEqual(zoomed({ x: 0, y: 0, zoom: 1 }, 2, room), { x: -200, y: -150, zoom: 2 });
});
