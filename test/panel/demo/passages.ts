/** Passages of the sample folder, at their offsets. */
import { passage } from './log.ts';

export const barrage = passage(
  'sites/orrin-barrage.md',
  'Orrin barrage, site summary',
  [],
  10,
  441,
  'Ines Tarrow designed the barrage in 1902 and 1903. It was built by the Varrow Tidal Company, using direct labour, between 1904 and 1911. Work stopped for five months after the caisson accident of February 1909, in which seven men were lost.',
);
export const company = passage(
  'organisations/varrow-tidal-company.md',
  'Varrow Tidal Company',
  ['The Varrow Tidal Company, 1896–1949'],
  7,
  105,
  'The Varrow Tidal Company was founded in 1896 by Rosalind Achterby, who put up four fifths of the capital herself and found the remainder among widows she knew from church. This is why the first share register reads like a sewing circle. The bankers in Hallan, who had declined, referred to it as the Moon Company until about 1912 and then stopped.',
);
export const rosalind = passage(
  'people/rosalind-achterby.md',
  'Rosalind Achterby',
  [],
  10,
  1134,
  'Her only child was a daughter, Sybil Achterby, who was expected to succeed her at the Company and flatly declined, preferring (in her mother\'s phrase) "to be wet for a living". The two were reconciled by 1920.',
);
export const sybil = passage(
  'people/sybil-achterby.md',
  'Sybil Achterby',
  [],
  9,
  190,
  'Sybil Achterby, born at Port Sennet on 11 May 1890, was apprenticed in the pilot cutters at twenty-two over the objections of nearly everyone, including her mother. Her indenture describes her as "a person of good sight". In 1919 she became the first woman to hold a full pilot\'s licence for Hallan harbour, and for some years the only pilot of either sex to be trusted with the timber barques in a northerly.',
);
export const ines = passage(
  'people/ines-tarrow.md',
  'Ines Tarrow: biographical note',
  ['Ines Tarrow (1871–1944)'],
  9,
  145,
  'Ines Tarrow was born in Kelmouth on 4 March 1871, the third child of a sailmaker whose loft stood so close to the mole that, she claimed, the family told the time by the sound of water under the floor. She was taught arithmetic by the harbour clerk in exchange for running his messages.',
);
export const narrows = passage(
  'sites/tamsay-narrows.md',
  'Tamsay Narrows station',
  [],
  8,
  109,
  'Where the barrage at Orrin holds water back, the station in the Narrows simply stands in its way. A short dam, 540 metres from shore to Gull Holm, throttles the channel so that the stream goes through the turbines in both directions. This made it possible to generate for about fourteen hours in the day, and it did away with the Hours of Current.',
);
export const ness = passage(
  'sites/orrin-ness-barrier.md',
  'Orrin Ness barrier',
  [],
  2,
  22,
  'Every second visitor mixes this up with the old barrage, so, plainly: the Orrin Ness barrier stands eleven kilometres further south, makes no electricity, and is younger by two generations. It is a storm-surge defence. For most of the year its gates lie flat on the bed and boats pass over them without noticing.',
);
export const averel = passage(
  'web/cape-averel-light.html',
  'Cape Averel Light',
  ['Construction'],
  11,
  1012,
  'Dastre is a shadowy figure. He signed the drawings, was paid in three instalments & vanishes from the accounts; the society has been unable to trace anything about him before or after.',
);
