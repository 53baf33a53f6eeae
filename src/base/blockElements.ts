/** The elements of HTML that browsers show as blocks, without headings, scripts and styles. */
export const blockElements: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form header hr html ' +
    'legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);
