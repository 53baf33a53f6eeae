import characters from 'opencc-js/dict/TSCharacters';

/**
 * A text in simplified characters, in which a search finds traditional ones and the other way round. Each traditional character has one
 * simplified character, while many a simplified one stands for several. Text in Japanese is changed alike wherever it is.
 */
export function simplified(text: string): string {
  return text.replace(/\p{sc=Han}/gu, (character) => formOf(character));
}

function formOf(character: string): string {
  forms ??= new Map(
    characters.split('|').map((entry) => {
      const [traditional = '', simplified = traditional] = entry.split(' ');
      return [traditional, simplified];
    }),
  );
  return forms.get(character) ?? character;
}

let forms: ReadonlyMap<string, string> | undefined;
