const table = `Afghanistan Afghan|Albania Albanian|Algeria Algerian|Andorra Andorran|Angola Angolan|Argentina Argentine Argentinian|Armenia Armenian|
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

export const countries = {
  /** Names and adjectives of one country each, its usual name first. */
  countries: table
    .replaceAll('\n', '')
    .split('|')
    .map((row) => row.split(' ').map((name) => name.replaceAll('_', ' '))),
  /** Matches those that are adjectives or people, which name no place. */
  demonym: /(?:[aeiu]n|ish|ese|i|ch|ss|ot|ab|ak|im|Greek|Dutch|Thai|Swede|Slovene|Czech|Soviet)$/u,
};
