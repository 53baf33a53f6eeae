/** Kinds of questions beyond metadata and chains of facts: places, lives, the one person named, identifiers of manuals. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compose } from '../../../../lab/questions/compose.ts';
import type { Draft } from '../../../../lab/questions/interfaces.ts';
import { allPairs, sourcePassages, type Written } from './questionDocuments.ts';

async function composed(documents: Readonly<Record<string, Written>>): Promise<readonly Draft[]> {
  const passages = sourcePassages(documents);
  const { drafts } = await compose(passages, allPairs(passages), { count: 100, seed: 1, signal: new AbortController().signal });
  return drafts;
}

function answerOf(drafts: readonly Draft[], question: string): string | undefined {
  return drafts.find((draft) => draft.question === question)?.answers[0];
}

const people: Readonly<Record<string, Written>> = {
  'ada.md': {
    title: 'Ada Brandvik',
    text: 'Ada Brandvik was born in Kelmouth on 4 March 1871. She was a surveyor of the harbour, and the first of them. Ada Brandvik died in Hallan on 2 May 1950.',
  },
  'osric.md': {
    title: 'Osric Vane',
    text: 'Osric Vane was born in Hallan on 1 June 1880. He was an engineer of the islands, and of the mainland. Osric Vane died in Lorrimouth on 17 May 1920.',
  },
  'tove.md': {
    title: 'Tove Lind',
    text: 'Tove Lind was born in Kelmouth on 9 July 1901. She was the first of the keepers of the light who was not a man of the island.',
  },
};

test('a place leads from one person to the only other one who was born or died there', async () => {
  const drafts = await composed(people);
  assert.equal(answerOf(drafts, 'Who was born in the place where Ada Brandvik died?'), 'Osric Vane');
  assert.equal(answerOf(drafts, 'Who died in the place where Osric Vane was born?'), 'Ada Brandvik');
  const same = drafts.filter(({ question }) => question.startsWith('Who else was born in the same place as '));
  assert.equal(same.length, 1, 'the other way around, it is the same question');
  const third = {
    title: 'Nils Aas',
    text: 'Nils Aas was born in Kelmouth on 9 July 1905. He was the last of the keepers of the light on the island.',
  };
  const crowded = await composed({ ...people, 'nils.md': third });
  assert.ok(
    crowded.every(({ question }) => !question.startsWith('Who else was born in the same place as ')),
    'two others single out none',
  );
});

test('two lives are compared by four dates', async () => {
  const [longer] = (await composed(people)).filter(({ question }) => question.startsWith('Who lived longer, '));
  assert.deepEqual(longer?.answers, ['Ada Brandvik']);
  assert.equal(longer.steps.length, 4);
});

test('the one person whom a document names has facts in another one', async () => {
  const hall: Written = {
    title: 'The hall of the town',
    text: 'The hall of the town was planned by Ada Brandvik, and it is the largest of the halls.',
  };
  const asked = 'When was the person named in the document “The hall of the town” born?';
  assert.equal(answerOf(await composed({ ...people, 'hall.md': hall }), asked), '4 March 1871');
  for (const more of [' It was paid for by Vane, who was rich.', ' Its keeper is Rab Carnegan, as ever.']) {
    const drafts = await composed({ ...people, 'hall.md': { ...hall, text: `${hall.text}${more}` } });
    assert.equal(answerOf(drafts, asked), undefined, more);
  }
});

test('an age needs two documents, and a person who was certainly alive', async () => {
  const drafts = await composed(people);
  assert.equal(answerOf(drafts, 'How old was Ada Brandvik when Osric Vane was born?'), '9');
  assert.equal(answerOf(drafts, 'How old was Osric Vane when Tove Lind was born?'), '21');
  const ages = drafts.filter(({ type }) => type === 'temporal');
  assert.deepEqual(
    ages.map(({ question }) => question).filter((question) => /Tove Lind when|Vane when Ada/u.test(question)),
    [],
    'it is not known when Tove Lind died, and Osric Vane did not live to see Ada Brandvik die',
  );
  assert.ok(ages.every(({ steps }) => steps.length === 2 && steps.every(({ dependsOn }) => dependsOn.length === 0)));
});

test('of several people in a document, one was born in a place that is the birthplace of others too', async () => {
  const keepers: Written = {
    title: 'The keepers of the light',
    text: 'The light was kept by Osric Vane, who was tired of it. After him it was kept by Tove Lind, who was not tired of it.',
  };
  const asked = 'Which person named in the document “The keepers of the light” was born in Kelmouth?';
  assert.equal(answerOf(await composed({ ...people, 'keepers.md': keepers }), asked), 'Tove Lind');
  for (const more of [' Ada Brandvik was its surveyor.', ' Tove Lind came from Kelmouth.']) {
    const drafts = await composed({ ...people, 'keepers.md': { ...keepers, text: `${keepers.text}${more}` } });
    assert.equal(answerOf(drafts, asked), undefined, more);
  }
});

test('what encyclopedias say of works and lives leads from a work to the life of its maker', async () => {
  const works: Readonly<Record<string, Written>> = {
    'film.md': {
      title: 'The Turning Hour',
      text: 'The Turning Hour is a 1937 drama film directed by Nadia Ferrant and shown on the islands.',
    },
    'nadia.md': {
      title: 'Nadia Ferrant',
      text: 'Nadia Ferrant (21 December 1906 – 2 May 1980) was a director of the films of the islands.',
    },
  };
  const asked = 'When did the person who directed The Turning Hour die?';
  assert.equal(answerOf(await composed(works), asked), '2 May 1980');
  const film = works['film.md'] ?? assert.fail();
  const two = { ...film, text: film.text.replace('and shown', 'and Tove Lind, and shown') };
  assert.equal(answerOf(await composed({ ...works, 'film.md': two }), asked), undefined, 'one of two directors');
  const namesake: Written = {
    title: 'The other one',
    text: 'Nadia Ferrant was born on 3 May 1720, and she was the first of the queens of the islands.',
  };
  assert.equal(answerOf(await composed({ ...works, 'other.md': namesake }), asked), undefined, 'two people have the name');
});

test('a folder with many people does not make all pairs', async () => {
  const people = Array.from(
    { length: 300 },
    (_, i) => `Ada ${String.fromCharCode(65 + (i % 26))}ran${'abcdefghijkl'.charAt(Math.floor(i / 26))}`,
  );
  const documents = Object.fromEntries(
    people.map((name, i) => [`${i}.md`, { title: name, text: `${name} was born on 3 May ${1500 + i}, and was the ruler of the islands.` }]),
  );
  const passages = sourcePassages(documents);
  const { drafts } = await compose(passages, [], { count: 100_000, seed: 1, signal: new AbortController().signal });
  assert.ok(drafts.length >= 300 && drafts.length < 300 * 20, String(drafts.length));
});

test('what is said of the noun of a title, and a role, describe the person', async () => {
  const drafts = await composed({
    ...people,
    'light.md': {
      title: 'Skell lighthouse',
      text: 'The lighthouse was designed by Ada Brandvik. Its keeper was Osric Vane, as long as he lived.',
    },
  });
  assert.equal(answerOf(drafts, 'Where was the person who designed the Skell lighthouse born?'), 'Kelmouth');
  assert.equal(answerOf(drafts, 'Where did the keeper of the Skell lighthouse die?'), 'Lorrimouth');
});

test('a description has the full name of what its document is about, and no date that is one of several', async () => {
  const drafts = await composed({
    ...people,
    'barrage.md': {
      title: 'Orrin barrage',
      text: 'Ada Brandvik designed the barrage in 1902 and 1903. It is the oldest of the stations in the islands.',
    },
  });
  assert.equal(answerOf(drafts, 'Where was the person who designed the Orrin barrage born?'), 'Kelmouth');
  assert.ok(drafts.every(({ question }) => !question.includes('the barrage in 1902')));
});

const manual: Readonly<Record<string, Written>> = {
  'cache.md': {
    title: 'How the cache works',
    text: 'The environment variable KIT_CACHE is the folder of the cache. With KIT_HOME it is in the home, and with KIT_TEMP it is not.',
  },
  'servers.md': {
    title: 'How the servers work',
    text: 'The environment variable KIT_TEMP is for files that a server makes. KIT_PORT is the port and KIT_HOST is the host of the server.',
  },
  'first.md': {
    title: 'What to do at first',
    text: 'The option --frozen is for those who want no change. How the cache works is another thing, which is explained there.',
    mentions: { 'How the cache works': 'cache.md' },
  },
};

test('the one identifier that two documents share is asked for, not one of several, and no constant', async () => {
  const question =
    'Which environment variable is named in both the document “How the cache works” and the document “How the servers work”?';
  assert.equal(answerOf(await composed(manual), question), 'KIT_TEMP');
  const servers = manual['servers.md'] ?? assert.fail();
  const two = { ...servers, text: `${servers.text} KIT_CACHE is not for a server.` };
  assert.equal(answerOf(await composed({ ...manual, 'servers.md': two }), question), undefined);
  const constants = Object.fromEntries(
    Object.entries(manual).map(([path, one]) => [path, { ...one, text: one.text.replaceAll('environment variable', 'constant') }]),
  );
  assert.equal(answerOf(await composed(constants), question), undefined);
});

test('a title that is no name is quoted', async () => {
  const drafts = await composed({ ...manual, 'cache.md': { ...(manual['cache.md'] ?? assert.fail()), title: 'Storage' } });
  assert.ok(drafts.some(({ question }) => question.includes('the document “Storage”')));
  assert.ok(drafts.every(({ question }) => !/\bboth Storage\b|\band Storage\b/u.test(question)));
});

test('comparisons, of which there are many, are less than half of the first questions', async () => {
  const towns = ['Kelmouth', 'Hallan', 'Lorrimouth', 'Dunmarra', 'Grennick', 'Port Sennet'];
  const names = ['Ada Brandvik', 'Osric Vane', 'Tove Lind', 'Nils Aas', 'Mara Rowe', 'Ivo Falk'];
  const many = Object.fromEntries(
    names.map((name, i) => [
      `${i}.md`,
      {
        title: name,
        text: `${name} was born in ${towns[i] ?? ''} on ${i + 1} March 18${70 + i}, and lived there. ${name} died in ${towns[(i + 1) % 6] ?? ''} on 2 May 19${20 + 3 * i}, which was the end of it.`,
      },
    ]),
  );
  const passages = sourcePassages(many);
  const { drafts } = await compose(passages, allPairs(passages), { count: 12, seed: 1, signal: new AbortController().signal });
  const compared = drafts.filter(({ type }) => type === 'comparison').length;
  assert.ok(drafts.length === 12 && compared > 0 && compared <= 7, `${compared} of ${drafts.length}`);
});
