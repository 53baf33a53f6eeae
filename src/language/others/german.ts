import type { LanguageWords } from './words.ts';

export const german: LanguageWords = {
  tag: 'de',
  functionWords:
    'der die das den dem des ein eine einen einem einer eines und oder aber denn doch nicht auch nur noch schon sehr mehr als wie wenn weil dass ob ist sind war waren ' +
    'wird werden wurde wurden hat haben hatte hatten kann können konnte soll muss mit von vom zu zum zur bei beim auf aus an am im in ins für über unter vor nach seit ' +
    'durch gegen ohne um zwischen bis er sie es wir ihr ich sich sein seine seiner seinen seinem ihre ihrer ihren ihrem dieser diese dieses diesem diesen welche ' +
    'welcher welches welchen wer was wann wo warum wieso weshalb wohin woher wen wem kein keine keinen hier dort so dann man alle jede jeder',
  askingWords: 'was wer wen wem wessen wann wo wohin woher warum wieso weshalb wie welche welcher welches welchen welchem wieviel viele',
  requests: {
    compares:
      'vergleiche vergleichen ein_vergleich einen_vergleich vergleich_von vergleich_zwischen unterschied unterschiede unterscheiden unterscheidet gegenüberstellung',
    lists: 'liste nennen?(?!\\s+(?:sie\\s+)?(?:mir\\s+)?(?:eine?n?|den|das)\\s) zähle aufzählung',
    others: 'erkläre erklären beschreibe beschreiben erläutere zusammenfassung fasse',
    reasons:
      'warum wieso weshalb wie_funktioniert wie_funktionieren wie_wird wie_werden wie_wurde wie_wurden wie_kann wie_können wie_kommt wie_kam wie_entsteht wie_entstand',
    naming: 'genannt bezeichnet umbenannt',
  },
  yes: 'ja stimmt richtig',
  no: 'nein falsch',
  negator: /^(?:nicht|nie|niemals|nichts|niemand|nirgends|nirgendwo|ohne|weder|kein(?:e[mnrs]?)?)$/u,
  unsure:
    'darf dürfen dürfte dürften könnte könnten soll sollen sollte sollten mag würde würden vielleicht möglicherweise wahrscheinlich vermutlich angeblich wohl geplant',
  narrowing: 'kann können muss müssen nur falls wenn einige wenige meisten',
  limits: 'alle allen aller alles jede jeder jedes beide beiden mehr weniger als erst wieder vor nach bis seit während unter über zwischen',
  sentences: {
    goingOn:
      'dr prof hr fr frl dipl ing geb gest verh bzw ca vgl z.b d.h u.a o.ä i.d.r s.o s.u v.a sog evtl ggf hrsg inkl exkl zzgl abzgl mind max st str d h z b u a i r v n',
    beforeNumbers: 'nr abs art abb kap bd s tab s.a anm aufl ziff jan feb mär apr jun jul aug sep sept okt nov dez',
    mayEnd: 'usw etc u.s.w usf jh jhd chr e.v gmbh co tel',
    starters:
      'Der Die Das Ein Eine Er Sie Es Wir Ich Ihr Im In Am An Auf Aus Bei Mit Nach Seit Von Vor Zu Zum Zur Durch Für Über Unter Und Aber Doch Denn Oder Als Wenn Weil Da Dann ' +
      'Danach Dabei Damit Dort Hier Dies Diese Dieser Dieses So Auch Nur Nicht Was Wer Wie Wo Wann Warum Später Heute Außerdem Jedoch Allerdings Obwohl Während Seine Ihre',
    hasOrdinalPoints: true,
  },
  dates: {
    months: ['de', 'de-AT'],
    forms: ['{day}\\.?\\s+{month}(?:\\s+{year})?', '{month}\\s+{year}'],
    beforeChrist: 'v\\.\\s?(?:Chr\\.|u\\.\\s?Z\\.)',
    century: '\\.\\s+(?:Jahrhunderts?|Jh\\.)',
    decadeEnding: 'er(?![\\p{L}])(?:\\s+Jahre)?',
  },
  numbers: {
    decimal: ',',
    grouping: ".\\u00a0\\u202f'’",
    scales: { tausend: 1e3, million: 1e6, millionen: 1e6, milliarde: 1e9, milliarden: 1e9, billion: 1e12, billionen: 1e12 },
  },
  determiners:
    /(?:^|\s)(?:[Dd](?:er|ie|as|en|em|es)|im|am|ans?|ins|zu[mr]|vom|beim|k?ein(?:e[mnrs]?)?|(?:mein|sein|ihr|unser)(?:e[mnrs]?)?|diese[mnrs]?|jede[mnrs]?|welche[mnrs]?|viele?|wenige?|mehr|mehrere|einige|alle|manche|zwei|drei|\d+)\s(?:\p{Ll}+e[mnrs]?\s)?$/u,
  loose: {
    about: '(?:etwa|ungefähr|rund|circa|ca\\.|zirka|gut|knapp|fast|nahezu|annähernd)',
    below: '(?:weniger als|unter|höchstens|maximal|bis zu|knapp|fast|nahezu|binnen|innerhalb von)',
    above: '(?:mehr als|über|mindestens|wenigstens|gut)',
    before: 'vor',
    after: 'nach',
  },
};
