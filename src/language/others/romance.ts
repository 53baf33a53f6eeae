import type { LanguageWords } from './words.ts';

export const italian: LanguageWords = {
  tag: 'it',
  functionWords:
    'il lo la i gli le l un uno una di del dello della dei degli delle da dal dalla dai dalle in nel nella nei nelle a al alla ai alle con su sul sulla per tra fra e ed o ma ' +
    'che chi cui non più anche come quando dove quale quali quanto quanta quanti quante perché cosa è sono era erano fu furono essere stato stata ha hanno aveva avevano ' +
    'si suo sua suoi sue loro lui lei egli ella noi voi io questo questa questi queste quello quella quelli quelle se ci ne molto dopo prima durante senza',
  askingWords: 'chi che cosa quale quali quando dove come perché quanto quanta quanti quante',
  requests: {
    compares: 'confronta confrontare confronto differenza differenze',
    lists: 'elenca elencare quali',
    others: 'spiega descrivi riassumi',
    reasons: 'perché come_mai come_funziona come_funzionano come_viene come_vengono come_può come_possono',
    naming: 'chiamat denominat',
  },
  yes: 'sì vero',
  no: 'no falso',
  negator: /^(?:non|mai|senza|né|ne|nessun[oa]?|niente|nulla|neanche|nemmeno)$/u,
  sentences: {
    goingOn: 'sig sigg dott prof ing avv arch on ecc.mo cfr es p.es ca',
    beforeNumbers: 'n nn art cap pag pagg p pp vol fig gen feb mar apr mag giu lug ago set ott nov dic',
    mayEnd: 'ecc etc s.p.a s.r.l a.c d.c',
    starters:
      'Il Lo La I Gli Le Un Uno Una In Nel Nella Di Del Della Da Dal A Al Con Su Per Tra Fra E Ma O Se Quando Dove Come Che Chi Non Anche Questo Questa Questi Queste Egli Lui ' +
      'Lei Essi Dopo Prima Durante Poi Tuttavia Inoltre Suo Sua',
  },
  dates: {
    months: ['it'],
    forms: ['{day}\\s+{month}(?:\\s+{year})?', '{month}\\s+{year}'],
    ordinalEnding: '[º°]',
    beforeChrist: 'a\\.\\s?C\\.',
  },
  numbers: { decimal: ',', grouping: ".\\u00a0\\u202f'’", scales: { mila: 1e3, milione: 1e6, milioni: 1e6, miliardo: 1e9, miliardi: 1e9 } },
};

export const portuguese: LanguageWords = {
  tag: 'pt',
  functionWords:
    'o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela pelos pelas para com sem sobre entre até desde ao aos à às e ou mas nem que quem qual quais ' +
    'quando onde como quanto quantos quantas porque se não sim mais menos muito também já é são era eram foi foram ser sido está estão estava tem têm tinha há seu sua ' +
    'seus suas ele ela eles elas eu nós você lhe este esta estes estas esse essa esses essas isto isso aquele cujo durante após antes',
  askingWords: 'que quem qual quais quando onde como porque quanto quanta quantos quantas',
  requests: {
    compares: 'compare compara comparar comparação diferença diferenças',
    lists: 'liste lista enumere quais',
    others: 'explique descreva resuma',
    reasons: 'porque por_que como',
    naming: 'chama denomin conhecid',
  },
  yes: 'sim verdade',
  no: 'não nao falso',
  negator: /^(?:não|nao|nunca|jamais|sem|nem|nada|ninguém|nenhum(?:a|as)?|nenhuns)$/u,
  sentences: {
    goingOn: 'sr sra srta dr dra prof eng gen cap d exmo p.ex av aprox cf',
    beforeNumbers: 'n nº art cap pág págs p pp vol fig jan fev mar abr mai jun jul ago set out nov dez',
    mayEnd: 'etc s.a lda ltda a.c d.c',
    starters:
      'O A Os As Um Uma Em No Na Nos Nas De Do Da Dos Das Por Para Com Sem Ao À E Mas Ou Se Quando Onde Como Embora Porque Ele Ela Eles Elas Este Esta Estes Estas Seu Sua Não ' +
      'Também Depois Antes Durante Além Hoje',
  },
  dates: {
    months: ['pt'],
    forms: ['{day}\\s+de\\s+{month}(?:\\s+de\\s+{year})?', '{month}\\s+(?:de\\s+)?{year}'],
    ordinalEnding: '[ºª]',
    beforeChrist: 'a\\.\\s?C\\.',
  },
  numbers: { decimal: ',', grouping: '.\\u00a0\\u202f', scales: { mil: 1e3, milhão: 1e6, milhões: 1e6, bilhão: 1e9, bilhões: 1e9 } },
};

export const romanian: LanguageWords = {
  tag: 'ro',
  functionWords:
    'un o unei unui unor al a ai ale cel cea cei cele și sau dar iar ci nici că ca să de la din în pe cu fără pentru prin sub peste între până după înainte spre despre este ' +
    'e sunt era erau fost fi a au avea aveau are nu da mai foarte se își îi le lor lui ei el ea noi voi eu care cine ce când unde cum cât câți câte câtă de asemenea acest ' +
    'această acești aceste acel acea acei acele său sa săi sale toți toate fiind',
  askingWords: 'ce cine care când unde cum cât câți câte câtă',
  requests: {
    compares: 'compară comparați comparație diferența diferențele',
    lists: 'enumeră listează care_sunt',
    others: 'explică descrie rezumă',
    reasons: 'de_ce cum',
    naming: 'numit numesc numește numea cheamă',
  },
  yes: 'da adevărat',
  no: 'nu fals',
  negator: /^(?:nu|n|nici|niciodată|niciun|nicio|nimic|nimeni|fără|nicăieri)$/u,
  sentences: {
    goingOn: 'dl dna dr prof ing st sf aprox cca ex',
    beforeNumbers: 'nr art cap pag p vol fig ian feb mar apr iun iul aug sept oct noi nov dec',
    mayEnd: 'etc s.a ș.a î.hr d.hr',
    starters:
      'Un O În La Din De Pe Cu Prin Pentru După Când Unde Cum Dar Și Iar El Ea Ei Ele Acest Această Acești Aceste Nu Dacă Deși Deoarece Astfel Totuși',
  },
  dates: { months: ['ro'], forms: ['{day}\\s+{month}(?:\\s+{year})?', '{month}\\s+{year}'], beforeChrist: 'î\\.\\s?(?:Hr|e\\.\\s?n)\\.' },
  numbers: { decimal: ',', grouping: '.\\u00a0\\u202f', scales: { mii: 1e3, milion: 1e6, milioane: 1e6, miliard: 1e9, miliarde: 1e9 } },
};
