/** Imported before all other modules of a page: takes the words that the host has put into it (src/extension/panel/pageHtml.ts). */
import { setUserLanguage } from '../../src/base/userLanguage.ts';

const words = document.getElementById('words')?.textContent;
if (words) setUserLanguage(document.documentElement.lang, JSON.parse(words) as Record<string, string>);
