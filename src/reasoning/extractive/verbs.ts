/** True for a lowercase word that is more likely a verb than a noun at the end of a question (`Where did X study`, `… publish`). */
export function isBareVerb(word: string): boolean {
  return VERBS.has(word);
}

const VERBS: ReadonlySet<string> = new Set(
  (
    'born die died built made held found founded located buried live lived study studied work worked graduate come go play plays played called known won ' +
    'become became begin began open opened get take receive received earned earn detained killed released published educated married marry lead led join ' +
    'belong lie lies stand stands performed wrote sang directed occur vote happen produce flow fall retire publish design build serve appear perform sign sell ' +
    'buy hold rule reach make grow meet win write compose sing act direct teach attend reside settle emigrate retired leave lose give send bring say think want'
  ).split(' '),
);
