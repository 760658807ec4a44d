/**
 * Preloads the reader's texts while the scripts are loading: the page cannot start without them, and its HTML
 * does not know the reader's language. It also chooses the heading in the HTML, and hides it where a state is opened. Only for plain files; behind a server the page is many small scripts, and this one
 * would not be the first.
 */

import { load } from './app/saved.js';
import { chooseLanguage, textsIn } from './lib/i18n.js';

const language = chooseLanguage([load('settings')?.language, ...navigator.languages]);
const href = textsIn(language);
document.documentElement.lang = language;
document.documentElement.classList.toggle(
  'opened',
  !!location.search || !!load('play')?.squares?.length,
);
// A page that has started has requested them already.
if (!performance.getEntriesByName('begun').length)
  document.head.append(
    Object.assign(document.createElement('link'), {
      rel: 'preload',
      as: 'fetch',
      crossOrigin: 'anonymous',
      href,
    }),
  );
