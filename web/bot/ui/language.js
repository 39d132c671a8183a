// All languages are in the file: there is nothing to load them from.
import en from '/text/en.js';
import zh from '/text/zh.js';
import ja from '/text/ja.js';
import ko from '/text/ko.js';

export const load = async (language) => ({ en, zh, ja, ko })[language];
