const apologies = phrases(
  'im sorry but|im sorry i|i am sorry but|i am sorry i|sorry but|sorry i|as an ai language|as an ai model|as an ai assistant|as a language model|' +
    'i cant help|i cannot help|i cant assist|i cannot assist|im unable to help|i am unable to help|im unable to assist|i am unable to assist',
);

/** Ways to say "I cannot answer", as keys of `questionKey`. */
export const abstention = {
  /** Those that abstain when they are all that is said. */
  wholeAnswers: new Set(
    phrases(
      '|unknown|unanswerable|none|null|na|no answer|noanswer|not known|i dont know|i do not know|dont know|do not know|not mentioned|not specified|' +
        'not stated|not provided|not available|inconclusive|undetermined|cannot be determined|can not be determined|cant be determined|cannot determine|' +
        'not enough information|insufficient information|no information|not possible to determine',
    ),
  ),
  /** Those that refuse, whatever follows, … */
  refusals: [
    ...apologies,
    ...phrases('i cannot answer|i cant answer|i am unable to answer|im unable to answer|unable to answer|cannot answer'),
  ],
  /** … among them those that say nothing of why, … */
  apologies,
  /** … and those that abstain also when more words follow. */
  beginnings: phrases(
    'i dont know|i do not know|i am unable to|im unable to|unable to determine|cannot be determined|it cannot be determined|not mentioned in|' +
      'not specified in|not stated in|not provided in|there is not enough information|there is no information|insufficient information|' +
      'not enough information|the passage does not|the passages do not|the context does not|the document does not|the documents do not|' +
      'the provided passages do not|the provided context does not|the provided documents do not',
  ),
  /** What is said in place of gaps and conflicts where there are none. */
  nothingMissing:
    /^(?:none|nothing(?: (?:is )?(?:missing|else|more|further))?|no (?:conflicts?|disagreements?|contradictions?|gaps?|missing (?:parts?|information)))(?: (?:was|were|is|are))?(?: (?:found|identified|detected|missing))?\.?$/iu,
};

function phrases(list: string): readonly string[] {
  return list.split('|');
}
