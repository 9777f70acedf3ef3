// The site's message catalogue (Django's JavaScriptCatalog, a classic script loaded before this module).
// Without it, for instance in the tests, texts stay English.
const catalogue = () => globalThis.django ?? {};

/** @param {string} text */
export function gettext(text) {
  return catalogue().gettext?.(text) ?? text;
}

/**
 * @param {string} one
 * @param {string} many
 * @param {number} count
 */
export function ngettext(one, many, count) {
  return catalogue().ngettext?.(one, many, count) ?? (count === 1 ? one : many);
}

/**
 * @param {string} context
 * @param {string} text
 */
export function pgettext(context, text) {
  return catalogue().pgettext?.(context, text) ?? text;
}

const HOLE = /%\((\w+)\)s/;

/**
 * A sentence with its holes filled by strings and tokens ({card}, {who}): a list the page and the voice both read.
 * @template T
 * @param {string} sentence
 * @param {Record<string, T | T[]>} values one for each hole
 * @returns {(T | string)[]}
 */
export function parts(sentence, values) {
  return sentence
    .split(HOLE)
    .flatMap((piece, at) => (at % 2 ? /** @type {T | T[]} */ (values[piece]) : piece))
    .filter((piece) => piece !== '');
}

/**
 * The same for plain strings.
 * @param {string} sentence
 * @param {Record<string, string | number | null | undefined>} values
 */
export function interpolate(sentence, values) {
  return parts(sentence, values).join('');
}
