/**
 * The reader's texts, asked for while the scripts are still on their way: the page cannot begin without them, and its HTML
 * does not know the reader's language.
 */

import { load } from './app/saved.js';
import { chooseLanguage, textsIn } from './lib/i18n.js';

const href = textsIn(chooseLanguage([load('settings')?.language, ...navigator.languages]));
document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href }));
