import type { LanguageWords } from './words.ts';

export const vietnamese: LanguageWords = {
  tag: 'vi',
  functionWords:
    'và hoặc hay nhưng mà thì là của cho với từ đến tới trong ngoài trên dưới tại ở vào ra bởi do vì nên để khi nếu như cũng đã đang sẽ được bị có không chưa chẳng rất hơn ' +
    'nhất các những một này đó kia ấy đây gì ai đâu nào sao bao nhiêu mấy tôi bạn ông bà anh chị nó họ chúng ta mình người ta theo về qua giữa sau trước còn chỉ lại',
  askingWords: 'gì nào ai đâu sao bao nhiêu mấy',
  requests: {
    compares: 'so_sánh khác_nhau_như_thế khác_nhau_thế khác_nhau_ở sự_khác_nhau sự_khác_biệt',
    lists: 'liệt_kê những kể_tên(?!\\s+một\\s)',
    others: 'giải_thích mô_tả tóm_tắt',
    reasons: 'tại_sao vì_sao',
  },
  yes: 'có đúng phải vâng',
  no: 'không sai',
  negator: /^(?:không|chưa|chẳng|chả|đừng|khỏi)$/u,
  sentences: { goingOn: 'ts pgs gs ths tp q p', beforeNumbers: 'số tr', mayEnd: 'v.v' },
  dates: {
    forms: [
      '(?:ngày\\s+)?{day}\\s*(?:tháng\\s+|[-/]){monthNumber}(?:\\s*,?\\s*(?:năm\\s+|[-/]){year})?',
      'tháng\\s+{monthNumber}\\s*,?\\s*(?:năm\\s+|[-/]){year}',
    ],
    beforeChrist: '(?:TCN|trước Công nguyên)',
  },
  numbers: { decimal: ',', grouping: '.\\u00a0\\u202f', scales: { nghìn: 1e3, ngàn: 1e3, triệu: 1e6, tỷ: 1e9, tỉ: 1e9 } },
};
