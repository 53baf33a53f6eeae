import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '../../src/trace/fold.ts';
import { evidenceViews } from '../../webview-ui/src/evidenceView.ts';
import { openedPlace, placeText, placeUrl } from '../../webview-ui/src/appPlaces.ts';
import { readGoldenRun } from '../support/goldenRuns.ts';

test('a place has the address of its file on every system, with line or page', () => {
  const place = { path: 'a b/50% #1.md', startLine: 12, endLine: 14 };
  assert.equal(placeUrl('/home/me', place), 'file:///home/me/a%20b/50%25%20%231.md#L12');
  assert.equal(placeUrl('d:\\docs', { ...place, page: 3 }), 'file:///d:/docs/a%20b/50%25%20%231.md#page=3');
  assert.equal(placeText(place), 'a b/50% #1.md, lines 12–14');
});

test('marked words of evidence that an answer cites are at the line of its citation', () => {
  const trace = fold(readGoldenRun('sunar-nar').events);
  let cited = 0;
  for (const node of trace.nodes)
    for (const { target, citations } of evidenceViews(trace, node)) {
      const at = target && openedPlace(trace, { kind: 'open-source', ...target, beside: false });
      const lines = citations.map(({ startLine }) => startLine);
      if (lines.length === 0) continue;
      cited++;
      assert.ok(at && lines.includes(at.startLine), `${at?.path} ${at?.startLine} of ${lines.join()}`);
    }
  assert.ok(cited > 0);
});
