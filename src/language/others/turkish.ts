import type { LanguageWords } from './words.ts';

export const turkish: LanguageWords = {
  tag: 'tr',
  functionWords:
    've veya ya da de ki bile ise ilk biri birçok birlikte göre eden edilen eder etti etmek olması olduklarını olabilir olmak oldukça yapılan yılında kadar gelen sahip ile için gibi kadar göre sonra önce beri ama fakat ancak çünkü bu şu o bunu bunun buna bunlar şunlar onlar onun ona onu bir her hiç çok daha en az ' +
    'ne nedir neden niçin nasıl nerede nereden nereye kim kimin kime hangi hangisi kaç mi mı mu mü değil var yok olan olarak oldu olur olduğu olduğunu olduğunda idi ' +
    'tarafından arasında üzerinde içinde altında karşı rağmen ben sen biz siz kendi bazı tüm bütün diğer',
  askingWords: 'ne nedir neden niçin nasıl nerede nereden nereye kim kimin kime kimdir hangi hangisi kaç mi mı mu mü',
  requests: {
    compares: 'karşılaştır karşılaştırın karşılaştırma fark farkı farklar',
    lists: 'listele listeleyin say sayın',
    others: 'açıkla açıklayın anlat özetle',
    reasons: 'neden(?!\\s+ol) niçin nasıl(?!\\s+bir\\s)',
    naming: 'adlandır isimlendir',
    reasonsAreInside: true,
  },
  yes: 'evet doğru',
  no: 'hayır yanlış',
  negator:
    /^(?:değil(?:dir|di)?|degil|yok(?:tur|tu)?|hiç|hiçbir|asla|ne|(?=\p{L}+$)\p{L}{2,}m(?:[ae](?:d[ıiuü]|m[ıi]ş|yan|yen|dan|den|yacak|yecek|z)\p{L}*|[ıiuü]yor\p{L}*))$/u,
  sentences: {
    goingOn: 'dr prof doç av sn bkz örn yy krş müh alb org gen',
    beforeNumbers: 'no s c md şek m oca şub haz tem ağu eyl eki kas ara',
    mayEnd: 'vb vs vd a.ş ltd şti t.c m.ö m.s',
    starters: 'Bu Şu O Bir Bunun Ancak Fakat Ama Ve Her Daha Sonra Önce Ne Kim Nasıl Neden Hangi Onlar Onun Ayrıca Böylece Çünkü Eğer',
    hasOrdinalPoints: true,
  },
  dates: {
    months: ['tr'],
    forms: ['{day}\\s+{month}(?:\\s+{year})?', '{month}\\s+{year}', '{year}\\s+{month}'],
    century: '\\.\\s*(?:yüzyıl|yy)\\p{L}*',
    decadeEnding: "['’]?(?:lar|ler|l[ıi])\\p{L}*",
  },
  numbers: { decimal: ',', grouping: '.\\u00a0\\u202f', scales: { bin: 1e3, milyon: 1e6, milyar: 1e9, trilyon: 1e12 } },
  suffixes: /['’]\p{L}+$/u,
};
