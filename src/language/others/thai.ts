import type { LanguageWords } from './words.ts';

export const thai: LanguageWords = {
  tag: 'th',
  functionWords: '',
  requests: {
    compares: 'เปรียบเทียบ แตกต่าง',
    lists: 'รายชื่อ อะไรบ้าง ใครบ้าง ที่ไหนบ้าง',
    others: '^(?:จง|ช่วย|โปรด|กรุณา)?(?:อธิบาย|สรุป)',
    reasons: 'ทำไม เพราะเหตุใด',
  },
  yes: 'ใช่ จริง',
  no: 'ไม่ ไม่ใช่ เท็จ',
  negator: /^(?:ไม่|ไม่ใช่|ไม่ได้|ไม่มี|ไม่เคย|มิได้|มิใช่|ปราศจาก)$/u,
  sentences: { endsWithoutMark: true },
  dates: {
    months: ['th'],
    forms: [
      '{day}\\s+{month}(?:\\s+(?:ค\\.ศ\\.|พ\\.ศ\\.)?\\s*{year})?',
      '{month}\\s+(?:ค\\.ศ\\.|พ\\.ศ\\.)?\\s*{year}',
      '(?:ค\\.ศ\\.|พ\\.ศ\\.)\\s*{year}',
    ],
    eraYears: 543,
  },
  numbers: { scales: { พัน: 1e3, หมื่น: 1e4, แสน: 1e5, ล้าน: 1e6 }, isSpaceless: true },
};
