import type { LanguageWords } from './words.ts';

const scales = { 千: 1e3, 万: 1e4, 萬: 1e4, 百万: 1e6, 亿: 1e8, 億: 1e8, 兆: 1e12 };
const days = ['{year}\\s*年(?:\\s*{monthNumber}\\s*月(?:\\s*{day}\\s*[日号號])?)?', '{monthNumber}\\s*月\\s*{day}\\s*[日号號]'];

export const chinese: LanguageWords = {
  tag: 'zh',
  functionWords: '的 了 是 在 和 与 與 及 或',
  requests: {
    compares: '比较 比較 对比 對比 区别 區別 差异 差異 有何不同 有什么不同 有什麼不同 的不同',
    lists: '列出 列举 列舉 哪些',
    others: '解释 总结',
    reasons: '(?:为什么|為什麼|如何)(?!\\P{L}*$) 为何 為何 怎么 怎麼 (?:怎样|怎樣)(?!的)',
  },
  yes: '是 是的 对 對 正确 正確',
  no: '不 不是 否 错 錯',
  negator: /^(?:不|没|沒|没有|沒有|不是|不能|不会|不會|不可|未|未曾|从未|從未|从不|從不|无|無|并非|並非|非|否)$/u,
  dates: { forms: days, century: '\\s*世[纪紀]' },
  numbers: { scales, isSpaceless: true },
  loose: { about: '(?:约|約|大约|大約|近|将近|將近)', below: '(?:不到|不足|少于|少於|近)', above: '(?:超过|超過|多于|多於|至少)' },
};

export const japanese: LanguageWords = {
  tag: 'ja',
  functionWords: 'の は が を に と で も',
  requests: {
    compares: '比較 違い 比べ',
    lists: '列挙 一覧 挙げ すべて',
    others: '説明 要約',
    reasons: 'なぜ 何故 どうして どのように どうやって',
  },
  yes: 'はい 正しい',
  no: 'いいえ 違う',
  negator: /^(?:ない|なかっ|なかった|なく|ません|ん|ず|ぬ|無い|無く|無し)$/u,
  dates: { forms: days, century: '\\s*世紀' },
  numbers: { scales, isSpaceless: true },
};

export const korean: LanguageWords = {
  tag: 'ko',
  functionWords: '그 이 저 및 또는 그리고 등',
  requests: { compares: '비교 차이', lists: '나열 목록', others: '설명 요약', reasons: '왜 어떻게' },
  yes: '네 예 맞다',
  no: '아니오 아니요 아니다',
  negator: /^(?:안|못|아니\p{L}*|없\p{L}*|(?=\p{L}*$).*(?:않|못하).*)$/u,
  dates: {
    forms: ['{year}\\s*년(?:\\s*{monthNumber}\\s*월(?:\\s*{day}\\s*일)?)?', '{monthNumber}\\s*월\\s*{day}\\s*일'],
    century: '\\s*세기',
  },
  numbers: { scales: { 천: 1e3, 만: 1e4, 억: 1e8, 조: 1e12 }, isSpaceless: true },
};
