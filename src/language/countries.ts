/** A country or its adjective found in a text; `country` is the canonical name, so that `Italian` and `Italy` are one. */
export interface CountrySpan {
  readonly start: number;
  readonly end: number;
  readonly country: string;
}

/** Country names and adjectives of nationality in text order. */
export function findCountries(text: string): CountrySpan[] {
  return [...text.matchAll(PATTERN)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    country: CANONICAL.get(match[0].toLowerCase()) ?? match[0],
  }));
}

/** True for an adjective of nationality, which names no place. */
export function isDemonym(text: string): boolean {
  const country = CANONICAL.get(text.toLowerCase());
  return (
    country !== undefined &&
    country !== text &&
    /(?:[aeiu]n|ish|ese|i|ch|ss|ot|ab|ak|im|Greek|Dutch|Thai|Swede|Slovene|Czech|Soviet)$/u.test(text)
  );
}

/** The canonical country of an answer such as `American` or `the United States`, or null. */
export function countryOf(text: string): string | null {
  return findCountries(text)[0]?.country ?? null;
}

const TABLE = `Afghanistan Afghan|Albania Albanian|Algeria Algerian|Andorra Andorran|Angola Angolan|Argentina Argentine Argentinian|Armenia Armenian|
Australia Australian New_South_Wales|Austria Austrian|Azerbaijan Azerbaijani Azeri|Bahamas Bahamian|Bahrain Bahraini|Bangladesh Bangladeshi|Barbados Barbadian|
Belarus Belarusian|Belgium Belgian|Belize Belizean|Benin Beninese|Bhutan Bhutanese|Bolivia Bolivian|Bosnia_and_Herzegovina Bosnia Bosnian|
Botswana|Brazil Brazilian|Bulgaria Bulgarian|Burkina_Faso Burkinabé|Burundi Burundian|Cambodia Cambodian|Cameroon Cameroonian|Canada Canadian|
Chad Chadian|Chile Chilean|China Chinese People's_Republic_of_China|Colombia Colombian|Democratic_Republic_of_the_Congo Congo Congolese Zaire|Costa_Rica Costa_Rican|
Croatia Croatian|Cuba Cuban|Cyprus Cypriot|Czech_Republic Czech Czechia|Czechoslovakia Czechoslovak|Denmark Danish|Dominican_Republic Dominican|
Ecuador Ecuadorian|Egypt Egyptian|El_Salvador Salvadoran|England English|Eritrea Eritrean|Estonia Estonian|Ethiopia Ethiopian|Fiji Fijian|Finland Finnish|
France French|Gabon Gabonese|Gambia Gambian|Georgia Georgian|Germany German West_Germany West_German East_Germany East_German|Ghana Ghanaian|Greece Greek|Guatemala Guatemalan|
Guinea Guinean|Guyana Guyanese|Haiti Haitian|Honduras Honduran|Hong_Kong|Hungary Hungarian|Iceland Icelandic|India Indian|Indonesia Indonesian|Iran Iranian Persia Persian|
Iraq Iraqi|Ireland Irish Republic_of_Ireland|Israel Israeli|Italy Italian|Ivory_Coast Ivorian|Jamaica Jamaican|Japan Japanese|Jordan Jordanian|Kazakhstan Kazakh Kazakhstani|
Kenya Kenyan|North_Korea North_Korean|South_Korea South_Korean Korea Korean|Kosovo|Kuwait Kuwaiti|Kyrgyzstan Kyrgyz|Laos Laotian|Latvia Latvian|Lebanon Lebanese|
Liberia Liberian|Libya Libyan|Liechtenstein|Lithuania Lithuanian|Luxembourg Luxembourgish|Madagascar Malagasy|Malawi Malawian|Malaysia Malaysian|Maldives Maldivian|
Mali Malian|Malta Maltese|Mauritania Mauritanian|Mauritius Mauritian|Mexico Mexican|Moldova Moldovan|Monaco Monégasque|Mongolia Mongolian|Montenegro Montenegrin|
Morocco Moroccan|Mozambique Mozambican|Myanmar Burma Burmese|Namibia Namibian|Nepal Nepalese Nepali|Netherlands Dutch Netherlandish|New_Zealand New_Zealander|Nicaragua Nicaraguan|
Niger|Nigeria Nigerian|North_Macedonia Macedonia Macedonian|Norway Norwegian|Oman Omani|Pakistan Pakistani|Palestine Palestinian|Panama Panamanian|Papua_New_Guinea|
Paraguay Paraguayan|Peru Peruvian|Philippines Filipino Philippine|Poland Polish|Portugal Portuguese|Qatar Qatari|Romania Romanian|Russia Russian|Rwanda Rwandan|
Samoa Samoan|San_Marino|Saudi_Arabia Saudi|Scotland Scottish|Senegal Senegalese|Serbia Serbian|Sierra_Leone|Singapore Singaporean|Slovakia Slovak|Slovenia Slovene Slovenian|
Somalia Somali|South_Africa South_African|Soviet_Union Soviet USSR|Spain Spanish|Sri_Lanka Sri_Lankan|Sudan Sudanese|Suriname Surinamese|Sweden Swedish|Switzerland Swiss|Syria Syrian|
Taiwan Taiwanese|Tajikistan Tajik|Tanzania Tanzanian|Thailand Thai|Togo Togolese|Tonga Tongan|Trinidad_and_Tobago Trinidadian|Tunisia Tunisian|Turkey Turkish Ottoman|
Turkmenistan Turkmen|Uganda Ugandan|Ukraine Ukrainian|United_Arab_Emirates Emirati|United_Kingdom UK British Great_Britain Britain|
United_States United_States_of_America USA US U.S. U.S.A. American America New_England New_Mexico New_Jersey|Uruguay Uruguayan|Uzbekistan Uzbek|Venezuela Venezuelan|Vietnam Vietnamese|Wales Welsh|Yemen Yemeni|
Yugoslavia Yugoslav|Zambia Zambian|Zimbabwe Zimbabwean|Djibouti Djiboutian|Lesotho Basotho|Eswatini Swaziland Swazi|Comoros Comorian|Cape_Verde Cape_Verdean|
Central_African_Republic|Equatorial_Guinea|Guinea-Bissau|Seychelles|Timor-Leste East_Timor|Vatican_City|Solomon_Islands|Vanuatu|Antigua_and_Barbuda|Dominica|Grenada Grenadian|
Saint_Lucia|Brunei Bruneian|Kiribati|Tuvalu|Nauru|Palau|Micronesia|Marshall_Islands|South_Sudan South_Sudanese|Puerto_Rico Puerto_Rican|Greenland Greenlandic|Siam Siamese|Prussia Prussian`;

const CANONICAL: ReadonlyMap<string, string> = new Map(
  TABLE.replaceAll('\n', '')
    .split('|')
    .flatMap((row) => {
      const names = row.split(' ').map((name) => name.replaceAll('_', ' '));
      const first = names[0] ?? '';
      return names.map((name): [string, string] => [name.toLowerCase(), first]);
    }),
);

const PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${TABLE.replaceAll('\n', '')
    .split(/[| ]/u)
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll('_', ' ').replaceAll('.', '\\.'))
    .join('|')})(?![\\p{L}\\p{N}])`,
  'gu',
);
