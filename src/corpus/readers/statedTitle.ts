/** Whether the title in a file's properties is useful: many programs put a file name or their own name there. */
export function isTelling(title: string): boolean {
  return /\p{L}{2}/u.test(title) && !NO_TITLE.test(title);
}

const NO_TITLE =
  /\.(?:docx?|odt|rtf|tex|dvi|pdf|indd|qxd|pages|pptx?|xlsx?|ps|eps|html?|txt)$|^(?:untitled|microsoft word|document\d*$|title$|no title|unknown|layout \d|print$|slide \d|\/)/i;
