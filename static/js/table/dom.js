// A very small virtual tree: h() describes, patch() makes the page so and touches only what differs.
// Texts become text nodes and attributes are set one by one; nothing is ever parsed as HTML.
const SVG = 'http://www.w3.org/2000/svg';
const SVG_TAGS = new Set(['svg', 'use', 'circle', 'rect']);
const LIVE = new Set(['checked', 'value', 'disabled']); // properties, not attributes

/**
 * The elements of a part of the page that a selector finds.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const all = (root, selector) => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))];

/**
 * The first of them, or null.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const one = (root, selector) => root.querySelector(selector);

/** @typedef {{ key: Page.Key, tag: string, node: HTMLElement | SVGElement | Text }} Made a child and what describes it */

/** What an element was last made from.
 * @type {WeakMap<Element, { props: Page.Props, kids: Made[] }>}
 */
const kept = new WeakMap();

/**
 * The elements and texts among children, in order.
 * @param {Page.Kid} kids
 * @returns {Page.Leaf[]}
 */
function leaves(kids) {
  if (Array.isArray(kids)) return kids.flatMap(leaves);
  return kids === null || kids === undefined || kids === false || kids === '' ? [] : [kids];
}

/**
 * A description. `props.key` tells siblings apart; false, null and "" among the children are left out.
 * @param {string} tag
 * @param {Page.Props | null} props
 * @param {...Page.Kid} kids
 * @returns {Page.VNode}
 */
export function h(tag, props, ...kids) {
  return { tag, key: props?.key, props: props ?? {}, kids: leaves(kids) };
}

/**
 * Make the children of an element what is described. Children of the same key and tag stay the same nodes.
 * @param {Element} element
 * @param {Page.Kid} kids
 */
export function patch(element, kids) {
  const old = kept.get(element) ?? { props: {}, kids: [] };
  const stale = new Map(old.kids.map((kid) => [kid.key, kid]));
  const wanted = keyed(leaves(kids)).map(({ kid, key, tag }) => {
    const match = stale.get(key);
    if (match?.tag !== tag) return { kid, key, tag, node: create(tag) };
    stale.delete(key);
    return { kid, key, tag, node: match.node };
  });
  for (const { node } of stale.values()) node.remove();
  let cursor = element.firstChild;
  for (const { kid, node } of wanted) {
    write(node, kid);
    if (cursor === node) cursor = cursor.nextSibling;
    else element.insertBefore(node, cursor);
  }
  kept.set(element, { props: old.props, kids: wanted.map(({ key, node, tag }) => ({ key, node, tag })) });
}

/**
 * Each child with its key: its own, or its number among those of its tag. The tag of a text is "#".
 * @param {Page.Leaf[]} kids
 */
function keyed(kids) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return kids.map((kid) => {
    const tag = typeof kid === 'object' ? kid.tag : '#';
    const count = (counts.get(tag) ?? 0) + 1;
    counts.set(tag, count);
    return { kid, tag, key: (typeof kid === 'object' ? kid.key : undefined) ?? `${tag}:${count}` };
  });
}

/**
 * @param {Made['node']} node
 * @param {Page.Leaf} kid
 */
function write(node, kid) {
  if (node instanceof Text) {
    if (node.data !== String(kid)) node.data = String(kid);
  } else if (typeof kid === 'object') update(node, kid);
}

/**
 * @param {string} tag
 * @returns {Made['node']}
 */
function create(tag) {
  if (tag === '#') return document.createTextNode('');
  return SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
}

/**
 * @param {HTMLElement | SVGElement} node
 * @param {Page.VNode} given
 */
function update(node, { props, kids }) {
  const old = kept.get(node)?.props ?? {};
  for (const name of Object.keys(old)) if (!(name in props)) set(node, name, null, old[name]);
  for (const [name, value] of Object.entries(props))
    if (old[name] !== value || LIVE.has(name)) set(node, name, value, old[name]);
  kept.set(node, { props, kids: kept.get(node)?.kids ?? [] });
  patch(node, kids);
}

/**
 * @param {HTMLElement | SVGElement} node
 * @param {string} name
 * @param {Page.Props[string]} value
 * @param {Page.Props[string]} old
 */
function set(node, name, value, old) {
  if (name === 'key') return;
  if (name === 'vars') setVars(node, varsIn(value), varsIn(old));
  else if (LIVE.has(name)) setLive(node, name, value);
  else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? '' : String(value));
}

/**
 * @param {Page.Props[string]} value
 * @returns {Record<string, string>}
 */
const varsIn = (value) => (typeof value === 'object' && value !== null ? value : {});

/**
 * A property that the reader changes too: compared with what stands there, not with what was last described.
 * @param {Element} node
 * @param {string} name
 * @param {Page.Props[string]} value
 */
function setLive(node, name, value) {
  const wanted = value ?? (name === 'value' ? '' : false);
  if (Reflect.get(node, name) !== wanted) Reflect.set(node, name, wanted);
}

/**
 * CSS custom properties through the style object, which the content policy allows.
 * @param {HTMLElement | SVGElement} node
 * @param {Record<string, string>} vars
 * @param {Record<string, string>} old
 */
function setVars(node, vars, old) {
  for (const name of Object.keys(old)) if (!(name in vars)) node.style.removeProperty(name);
  for (const [name, value] of Object.entries(vars)) node.style.setProperty(name, value);
}
