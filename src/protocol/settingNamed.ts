/** Id of the first setting that a failure names. Sentences put settings in quotation marks, and a log keeps only the sentence. */
export function settingNamed(sentence: string): string | undefined {
  return /"(ariadne\.[A-Za-z.]+)"/.exec(sentence)?.[1];
}
