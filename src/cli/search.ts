import { whyNothing } from '../search/search.ts';
import { searchMethod } from '../protocol/engine.ts';
import { defaultFirstStage } from '../protocol/runSpec.ts';
import { otherLanguageSentence } from '../protocol/otherLanguage.ts';
import { listedTitle } from '../protocol/passage.ts';
import type { AboutDocuments } from '../protocol/aboutDocuments.ts';
import { mentionWords } from '../trace/mentionWords.ts';
import { choiceOption, stringOption, modelsBut, never, takes, withEffects, type Given } from './effects.ts';
import { aboutLines } from './aboutLines.ts';
import { passagePlaceWords } from './placeWords.ts';
import type { Command } from './terminal.ts';
import { countOption, exitCode, plain, print, printError, printJson, styled, textArgument } from './terminal.ts';
import {
  engineOptions,
  firstStageOf,
  firstStageOption,
  modelsOf,
  refuseIdleWithIndex,
  limitOptions,
  limitsOf,
  whyNamesNothing,
} from './askOptions.ts';
import { withEngine } from './withEngine.ts';

const textShown = 160;
const asksNone = never('Searching asks no such model.');
const isNar = (given: Given): boolean => stringOption(given, 'method') === 'nar';

export const search: Command = {
  usage: ['ariadne search <folder> <query> [options]'],
  help: 'Show the passages that best match a query. A query of "-" is read from standard input. Words in double quotes are a phrase.',
  arguments: ['<folder>', '<query>'],
  options: withEffects(
    {
      ...engineOptions,
      ...firstStageOption,
      ...limitOptions,
      method: takes(searchMethod.options.join('|'), `how passages are found; usually ${defaultFirstStage}`),
      k: takes('N', 'how many passages, usually 10'),
    },
    {
      ...modelsBut(['embedder', 'reranker'], asksNone),
      reranker: (given) => (isNar(given) ? undefined : 'Only --method nar reranks. Add it, or leave --reranker out.'),
      'any-document': (given) => whyNamesNothing(stringOption(given, isNar(given) ? 'first-stage' : 'method')),
      'first-stage': (given) =>
        isNar(given)
          ? undefined
          : 'Only --method nar has a first stage. Add it, or name the search with --method in place of --first-stage.',
    },
  ),
  async run(context) {
    const [folder = '', asked = ''] = context.positionals;
    const method = choiceOption(context, 'method', searchMethod.options) ?? defaultFirstStage;
    const k = countOption(context, 'k', 10);
    const query = await textArgument(asked, context);
    let wordsOnly: string | undefined;
    let other: string | undefined;
    let about: AboutDocuments | undefined;
    const found = await withEngine(context, folder, {}, async (engine) => {
      await refuseIdleWithIndex(context, engine, { talking: [], others: [stringOption(context, 'reranker')] });
      return engine.search(query, {
        method,
        k,
        models: modelsOf(context),
        firstStage: firstStageOf(context),
        ...limitsOf(context),
        onAbout: (named) => (about = named),
        onWordsOnly: (sentence) => (wordsOnly = sentence),
        onOtherLanguage: (found) => (other = found && otherLanguageSentence(found)),
        signal: context.signal,
      });
    });
    const results = found.map(({ passage, rank, score, origin, mentionedBy }) => ({
      rank,
      id: passage.id,
      path: passage.path,
      startLine: passage.range.startLine + 1,
      endLine: Math.max(passage.range.endLine, passage.range.startLine + 1),
      page: passage.pageNumber1,
      title: listedTitle(passage),
      score,
      origin,
      mentionedBy,
      text: passage.text,
    }));
    const note = results.length === 0 ? whyNothing(query, method) : undefined;
    const notes = { note, wordsOnly, otherLanguage: other };
    const { scope } = limitsOf(context);
    if (context.isJson) printJson({ method, scope, identity: about, results, ...notes });
    else {
      for (const line of aboutLines(about)) print(line);
      for (const { rank, score, origin, mentionedBy, text, ...place } of results) {
        print(
          `${styled('bold', String(rank + 1).padStart(3))}  ${passagePlaceWords(place)}  ${styled('dim', `${score?.toFixed(3) ?? '–'} ${mentionedBy ? plain(mentionWords(mentionedBy)) : origin}`)}`,
        );
        print(`     ${plain(text).slice(0, textShown)}`);
      }
      if (note !== undefined) print(plain(note));
      if (wordsOnly !== undefined) printError(wordsOnly);
      if (other !== undefined) printError(other);
    }
    return results.length > 0 ? exitCode.done : exitCode.negative;
  },
};
