import type { CarryWords } from '../../carrying.ts';

const never = /(?!)/u;
const none = { leads: never, about: never, asking: never, opening: never, beforeDate: never, expletive: never, askedNext: never } as const;

export const chineseFollowUps: CarryWords = {
  ...none,
  pointers: [
    { pattern: /(?<word>(?<!其)[他她])(?![们們人])/u, kind: 'person', put: (_, { text }) => text },
    { pattern: /(?<word>[它牠])(?![们們])/u, kind: 'thing', put: (_, { text }) => text },
    { pattern: /(?<word>[那这這](?:里|裡|裏|儿|兒)|当地|當地)/u, kind: 'place', put: (_, { text }) => text },
    {
      pattern: /(?:[这這那](?:家|个|個|座|所|艘|条|條|部|本|位|间|間)|[该該])(?<noun>\p{sc=Han}{2})/u,
      isCalled: true,
      put: (_, { text }) => text,
    },
  ],
  unclear:
    /[他她它][们們]|[这這那][些样樣]|(?<!其)[他她它]|呢[？?]?$|^(?:为什么|為什麼|什么时候|什麼時候|在?哪里|在?哪裡|怎么样)[？?]?$|[该該]\p{sc=Han}/u,
  ofPeople: never,
  ofThings: never,
  asks: [
    [/谁|誰|哪位/u, 'person'],
    [/哪[里裡裏儿兒]|什[么麼]地方|哪个?(?:城市|国家|地方|镇|村|省|市)|哪個(?:城市|國家|地方|鎮|村|省|市)/u, 'place'],
  ],
  which: /哪(?:家|个|個|座|所|艘|条|條|部|本|位|间|間)?(?<head>\p{sc=Han}{2})/u,
};

export const japaneseFollowUps: CarryWords = {
  ...none,
  pointers: [
    { pattern: /(?<word>彼女?)(?!ら|等|達|たち|岸)/u, kind: 'person', put: (_, { text }) => text },
    { pattern: /(?<![こあど])(?<word>そこ)(?=に|で|の|は|へ|を|から)/u, kind: 'place', put: (_, { text }) => text },
    { pattern: /(?:その|この|同)(?<noun>\p{sc=Han}{1,3})/u, isCalled: true, put: (_, { text }) => text },
  ],
  unclear: /彼女?(?:ら|等|達|たち)|彼|それ|そこ|その|そう|^(?:なぜ|どうして|いつ|どこで?)(?:ですか)?[？?]?$|は[？?]$/u,
  ofPeople: never,
  ofThings: never,
  asks: [
    [/誰|だれ|どなた/u, 'person'],
    [/どこ|どの(?:町|街|村|市|国|都市|場所|地方|県)/u, 'place'],
  ],
  which: /どの(?<head>\p{sc=Han}{1,3})/u,
};
