// The site's message catalogue (Django's JavaScriptCatalog, a classic script loaded before this module).
// Without it, for instance in the tests, texts stay English.
const catalogue = () => globalThis.django ?? {};

export function gettext(text) {
  return catalogue().gettext?.(text) ?? text;
}

export function ngettext(one, many, count) {
  return catalogue().ngettext?.(one, many, count) ?? (count === 1 ? one : many);
}

export function pgettext(context, text) {
  return catalogue().pgettext?.(context, text) ?? text;
}

const HOLE = /%\((\w+)\)s/;

/** A sentence with its holes filled by strings and tokens ({card}, {who}): a list the page and the voice both read. */
export function parts(sentence, values = {}) {
  return sentence
    .split(HOLE)
    .map((piece, at) => (at % 2 ? values[piece] : piece))
    .flat()
    .filter((piece) => piece !== '');
}

/** The same for plain strings. */
export function interpolate(sentence, values = {}) {
  return parts(sentence, values).join('');
}
