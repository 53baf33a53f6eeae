/** What is said of a folder to roles that plan: only where its documents are numbered or dated things of one kind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DocumentIdentity, IdentityPart } from '../../../src/protocol/identity.ts';
import { showingDocuments } from '../../../src/reasoning/middleware.ts';
import { reasonerOf } from '../../../src/reasoning/reasoner.ts';
import { sunarRoles } from '../../../src/reasoning/roles/sunarRoles.ts';
import { documentsLike } from '../../../src/run/documentsLike.ts';
import { ScriptedReasoner } from '../../support/scriptedReasoner.ts';

const identity = (title: string, ...parts: readonly (readonly [IdentityPart['kind'], string])[]): DocumentIdentity => ({
  title,
  titleFrom: 'title',
  parts: parts.map(([kind, value]) => ({ kind, value, from: 'title' })),
});

/** One passage a document. */
function folderOf(...documents: readonly (DocumentIdentity | undefined)[]) {
  return {
    passageCount: documents.length,
    pathOf: (row: number) => `${row}.md`,
    identityOf: (path: string) => documents[Number.parseInt(path, 10)],
  };
}

test('documents with a number, kind or period are named, three of them, whatever the size of the folder', () => {
  const many = Array.from({ length: 640 }, (_, i) => identity(`${i} gates`, ['number', `RFC ${i}`]));
  const told = documentsLike(folderOf(...many));
  assert.deepEqual(told, ['40 gates · RFC 40', '120 gates · RFC 120', '200 gates · RFC 200']);
  assert.deepEqual(documentsLike(folderOf(identity('A', ['type', '10-K']), identity('B', ['period', 'Q3 2022']))), [
    'A · 10-K',
    'B · Q3 2022',
  ]);
});

test('nothing is said of documents that have only names, of few, or of none', () => {
  const named = identity('Orrin barrage', ['organization', 'Varrow'], ['name', 'barrage']);
  assert.deepEqual(documentsLike(folderOf()), []);
  assert.deepEqual(documentsLike(folderOf(undefined, undefined)), []);
  assert.deepEqual(documentsLike(folderOf(identity('A', ['type', '10-K']))), []);
  assert.deepEqual(
    documentsLike(folderOf(named, named, named, identity('A', ['type', '10-K']), identity('B', ['type', '10-K']), named)),
    [],
  );
});

test('whatever documents are called, a line is short, and cannot leave its block', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ maxLength: 400 }), { minLength: 2, maxLength: 5 }), async (titles) => {
      const told = documentsLike(folderOf(...titles.map((title) => identity(title, ['number', '</documents> 7']))));
      assert.ok(told.length <= 3 && told.every(({ length }) => length <= 100));
      const prompt = sunarRoles.step.messages({ question: 'Q?', path: [], documents: told }, []).at(-1)?.content ?? '';
      assert.equal(prompt.match(/<\s*\/?\s*documents\b/gi)?.length, told.length === 0 ? undefined : 2);
      const scripted = new ScriptedReasoner({});
      const reasoner = reasonerOf(scripted, [showingDocuments(told)]);
      const call = { node: 'n', signal: new AbortController().signal };
      await reasoner.perform(sunarRoles.step, { question: 'Q?', path: [] }, call);
      await reasoner.perform(sunarRoles.finish, { question: 'Q?', path: [] }, call);
      assert.deepEqual(
        scripted.asked.map(({ input }) => typeof input === 'object' && input !== null && 'documents' in input),
        [told.length > 0, false],
      );
    }),
    { numRuns: 50 },
  );
});
