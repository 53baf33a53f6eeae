import type { SentenceWords } from '../wordLists.ts';
import { wordSet } from '../wordSet.ts';
import { dates } from './dates.ts';

export const sentences: SentenceWords = {
  goingOn: wordSet(
    'dr mr mrs ms mx prof gen col capt cpt lt sgt maj cmdr adm rev hon sen rep gov pres messrs mme mlle mt ft vs ca cf viz approx e.g i.e eg ie al.cit resp ' +
      'b d fl esp incl excl transl trans ed eds hrsg bzw z.b d.h',
  ),
  beforeNumbers: new Set([
    ...wordSet('no nos nr fig figs eq eqs sec secs ch chap chs vol vols p pp par art arts app tab tabs ref refs c'),
    ...dates.months.flatMap(([, ...shorter]) => shorter),
  ]),
  mayEnd: wordSet('st jr sr inc ltd co corp etc al a.m p.m u.s u.k u.n ph.d bros dept univ assn ave blvd rd est'),
  starters: wordSet(
    'The A An In On At It He She They We You I This That These Those But And Or So As If When While After Before For From By With To Of There Then Its His Her ' +
      'Their Our My Your Not No What Who Why How Where Which However Although Because Since Some Many Most All Both Each Every Another Other Also One Two',
  ),
};
