// The words of a language are loaded when somebody wants them.
export const load = async (language) => (await import(`/text/${language}.js`)).default;
