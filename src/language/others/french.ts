import type { LanguageWords } from './words.ts';

export const french: LanguageWords = {
  tag: 'fr',
  functionWords:
    'le la les l un une des du de d au aux et ou mais donc or ni car ne pas plus moins très aussi que qu qui quoi dont où quand comment pourquoi combien quel quelle quels ' +
    'quelles ce cet cette ces c s se sa son ses leur leurs mon ma mes notre nos votre vos il elle ils elles on nous vous je tu lui y en est sont était étaient été être ' +
    'a ont avait avaient avoir sera seront fut furent par pour avec sans sous sur dans chez entre vers depuis pendant avant après contre comme si lors lorsque puis ainsi ' +
    'cela ceci celui celle ceux même tout toute tous toutes autre autres',
  askingWords: 'qui que quoi quel quelle quels quelles quand où comment pourquoi combien lequel laquelle',
  requests: {
    compares: 'compare comparez comparer comparaison différence différences',
    lists: 'liste listez énumère énumérez cite citez nomme nommez quels quelles',
    others: 'explique expliquez décris décrivez résume résumez',
    reasons: 'pourquoi comment',
    naming: 'appel nomm',
  },
  yes: 'oui vrai',
  no: 'non faux',
  negator: /^(?:pas|jamais|sans|ni|non|aucune?s?|rien|personne|nulle?|guère)$/u,
  unsure: 'pourrait pourraient devrait devraient peut-être probablement prétendument prévu',
  narrowing: 'peut peuvent doit doivent seulement si sauf quelques certains certaines plupart',
  limits: 'tous toutes tout chaque plus moins que avant après jusque depuis pendant sous sur entre autre autres',
  sentences: {
    goingOn: 'm mm mme mmes mlle dr pr st ste mgr env cf c.-à-d p.ex ex av apr j.-c éd dir boul av.j',
    beforeNumbers: 'n no nos art chap fig p pp vol t ch janv févr avr juil sept oct nov déc',
    mayEnd: 'etc s.a cie jr p.m a.m',
    starters:
      'Le La Les Un Une Des Il Elle Ils Elles On Nous Vous Je Ce Cet Cette Ces Dans En Au Aux À De Du Par Pour Avec Sans Sur Et Mais Ou Donc Car Si Quand Lorsque Après Avant ' +
      'Depuis Puis Ainsi Cependant Toutefois Son Sa Ses Leur Leurs Qui Que Quel Quelle',
  },
  dates: {
    months: ['fr'],
    forms: ['{day}\\s+{month}(?:\\s+{year})?', '{month}\\s+{year}'],
    ordinalEnding: '(?:er|ère|e|ème|nd|nde)',
    beforeChrist: '(?:av|avant)\\.?\\s?(?:J\\.?-C\\.?|notre ère)',
    century: '\\s+siècle',
  },
  numbers: {
    decimal: ',',
    grouping: '.\\u00a0\\u202f',
    scales: { mille: 1e3, million: 1e6, millions: 1e6, milliard: 1e9, milliards: 1e9 },
  },
  loose: {
    about: '(?:environ|près de|à peu près|quelque|quelques|presque|autour de)',
    below: "(?:moins de|au plus|jusqu’à|jusqu'à|près de|presque)",
    above: '(?:plus de|au moins)',
    before: 'avant',
    after: 'après',
  },
};
