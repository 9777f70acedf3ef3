// A very small virtual tree: h() describes, patch() makes the page so and touches only what differs.
// Texts become text nodes and attributes are set one by one; nothing is ever parsed as HTML.
const SVG = 'http://www.w3.org/2000/svg';
const SVG_TAGS = new Set(['svg', 'use', 'circle', 'rect']);
const LIVE = new Set(['checked', 'value', 'disabled']); // properties, not attributes
const kept = new WeakMap(); // element -> what it was last made from: { props, kids: [{ key, node, tag }] }

/** A description. `props.key` tells siblings apart; false, null and "" among the children are left out. */
export function h(tag, props, ...kids) {
  const all = kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false && kid !== '');
  return { tag, key: props?.key, props: props ?? {}, kids: all };
}

export function patch(element, kids) {
  const old = kept.get(element) ?? { props: {}, kids: [] };
  const stale = new Map(old.kids.map((kid) => [kid.key, kid]));
  const counts = {};
  const wanted = [kids]
    .flat(Infinity)
    .filter((kid) => kid !== null && kid !== undefined && kid !== false && kid !== '')
    .map((kid) => {
      const tag = typeof kid === 'object' ? kid.tag : '#';
      counts[tag] = (counts[tag] ?? 0) + 1;
      const key = kid.key ?? `${tag}:${counts[tag]}`;
      const match = stale.get(key);
      if (match?.tag === tag) stale.delete(key);
      return { kid, key, tag, node: match?.tag === tag ? match.node : null };
    });
  for (const { node } of stale.values()) node.remove();
  let cursor = element.firstChild;
  for (const item of wanted) {
    item.node ??= item.tag === '#' ? document.createTextNode('') : create(item.tag);
    if (item.tag !== '#') update(item.node, item.kid);
    else if (item.node.data !== String(item.kid)) item.node.data = String(item.kid);
    if (cursor === item.node) cursor = cursor.nextSibling;
    else element.insertBefore(item.node, cursor);
  }
  kept.set(element, { props: old.props, kids: wanted.map(({ key, node, tag }) => ({ key, node, tag })) });
}

function create(tag) {
  return SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
}

function update(node, { props, kids }) {
  const old = kept.get(node)?.props ?? {};
  for (const name of Object.keys(old)) if (!(name in props)) set(node, name, null, old[name]);
  for (const [name, value] of Object.entries(props))
    if (old[name] !== value || LIVE.has(name)) set(node, name, value, old[name]);
  kept.set(node, { props, kids: kept.get(node)?.kids ?? [] });
  patch(node, kids);
}

function set(node, name, value, old) {
  if (name === 'key') return;
  if (name === 'vars') setVars(node, value ?? {}, old ?? {});
  else if (LIVE.has(name)) {
    if (node[name] !== (value ?? false)) node[name] = value ?? (name === 'value' ? '' : false);
  } else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? '' : value);
}

/** CSS custom properties through the style object, which the content policy allows. */
function setVars(node, vars, old) {
  for (const name of Object.keys(old)) if (!(name in vars)) node.style.removeProperty(name);
  for (const [name, value] of Object.entries(vars)) node.style.setProperty(name, value);
}
