import type { LanguageWords } from './words.ts';

export const dutch: LanguageWords = {
  tag: 'nl',
  functionWords:
    'de het een en of maar want dus niet ook nog al zeer meer dan als toen omdat dat die dit deze wie wat waar wanneer waarom hoe welk welke hoeveel is zijn was waren wordt ' +
    'worden werd werden heeft hebben had hadden kan kunnen kon zal zou moet met van voor na naar bij op uit aan in tot tegen zonder door over onder tussen sinds tijdens ' +
    'hij zij ze wij we ik jij u hem haar hun zich er geen men hier daar zo elk elke alle om te',
  askingWords: 'wie wat waar wanneer waarom hoe welk welke hoeveel',
  requests: {
    compares: 'vergelijk vergelijking verschil verschillen verschilt',
    lists: 'noem som lijst',
    others: 'leg_uit beschrijf verklaar vat',
    reasons: 'waarom hoe_werkt hoe_werken hoe_wordt hoe_worden hoe_werd hoe_werden hoe_kan hoe_kunnen hoe_komt',
  },
  yes: 'ja waar juist',
  no: 'nee neen onwaar onjuist',
  negator: /^(?:niet|nooit|geen|zonder|noch|niets|niemand|nergens)$/u,
  unsure: 'zou zouden mag mogen misschien mogelijk waarschijnlijk gepland',
  narrowing: 'kan kunnen moet moeten alleen slechts indien tenzij sommige enkele meeste',
  limits: 'alle alles elke beide meer minder dan voor na tot sinds tijdens onder boven tussen',
  sentences: {
    goingOn: 'dhr mevr mw dr prof ir ing mr drs bijv bv d.w.z o.a m.b.t i.p.v t.o.v v vgl ca',
    beforeNumbers: 'nr art hfdst blz p afb fig vol jan feb mrt apr jun jul aug sept okt nov dec',
    mayEnd: 'enz etc b.v n.v e.d',
    starters:
      'De Het Een Hij Zij Ze Wij We Ik Er In Op Aan Bij Met Van Voor Na Naar Uit Door Over Tijdens Sinds Maar En Of Dus Als Toen Omdat Dit Deze Dat Die Hier Daar Ook Niet Wie ' +
      'Wat Waar Wanneer Hoe Later',
  },
  dates: { months: ['nl'], forms: ['{day}\\s+{month}(?:\\s+{year})?', '{month}\\s+{year}'], beforeChrist: 'v\\.\\s?Chr\\.' },
  numbers: { decimal: ',', grouping: '.\\u00a0\\u202f', scales: { duizend: 1e3, miljoen: 1e6, miljard: 1e9 } },
};
