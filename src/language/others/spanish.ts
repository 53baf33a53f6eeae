import type { LanguageWords } from './words.ts';

export const spanish: LanguageWords = {
  tag: 'es',
  functionWords:
    'el la los las lo un una unos unas de del al a y e o u pero sino ni que qué quien quién quienes cual cuál cuales cuáles cuando cuándo donde dónde como cómo cuanto cuánto ' +
    'cuánta cuántos cuántas por para con sin sobre entre hasta desde hacia según durante contra en es son era eran fue fueron ser sido está están estaba ha han había ' +
    'habían hay se su sus le les me te nos mi tu él ella ellos ellas yo usted no sí más menos muy también ya este esta estos estas ese esa esos esas esto eso aquel ' +
    'porque si cuyo cuya todo toda todos todas otro otra otros otras',
  askingWords: 'qué que quién quiénes cuál cuáles cuándo dónde cómo cuánto cuánta cuántos cuántas',
  requests: {
    compares: 'compara compare comparar comparación_entre comparación_de diferencia diferencias diferencian',
    lists: 'lista enumera enumere nombra(?!\\s+una?\\s) nombre(?!\\s+una?\\s) cuáles qué_documentos',
    others: 'explica explique describe describa resume resuma',
    reasons: 'por_qué cómo',
    naming: 'se_llama llaman llamó conoce conocido conocida denomin',
  },
  yes: 'sí si cierto verdadero',
  no: 'no falso',
  negator: /^(?:no|nunca|jamás|jamas|sin|ni|tampoco|nada|nadie|ning[uú]n[oa]?s?)$/u,
  unsure: 'podría podrían debería deberían quizás quizá probablemente supuestamente previsto',
  narrowing: 'puede pueden debe deben solo sólo si salvo algunos algunas pocos mayoría',
  limits: 'todos todas todo cada ambos más menos que antes después hasta desde durante bajo sobre entre otro otros',
  sentences: {
    goingOn: 'sr sra srta dr dra d dña prof lic ing gral cap sto sta ud uds p.ej ee av avda aprox cf fig',
    beforeNumbers: 'núm n no art cap pág págs p pp vol t ene feb mar abr jun jul ago sept sep oct nov dic',
    mayEnd: 'etc s.a cía uu ee.uu a.c d.c a.m p.m jr',
    starters:
      'El La Los Las Un Una Unos Unas Lo En De Del Al A Por Para Con Sin Sobre Desde Hasta Según Y Pero O Si Cuando Donde Como Aunque Porque Él Ella Ellos Ellas Este Esta Estos ' +
      'Estas Su Sus No Sí Más También Entonces Después Antes Durante Además Hoy Qué Quién Se Es Fue',
  },
  dates: {
    months: ['es'],
    forms: ['{day}\\s+de\\s+{month}(?:\\s+del?\\s+{year})?', '{month}\\s+(?:del?\\s+)?{year}'],
    ordinalEnding: '(?:º|ª|\\.[oaºª])',
    beforeChrist: 'a\\.\\s?(?:de\\s)?C\\.',
  },
  numbers: {
    decimal: ',',
    grouping: '.\\u00a0\\u202f',
    scales: { mil: 1e3, millón: 1e6, millones: 1e6, billón: 1e12, billones: 1e12 },
  },
  loose: {
    about: '(?:unos|unas|cerca de|alrededor de|aproximadamente|casi|en torno a)',
    below: '(?:menos de|como máximo|hasta|casi|cerca de)',
    above: '(?:más de|al menos|como mínimo)',
    before: 'antes de',
    after: 'después de',
  },
};
