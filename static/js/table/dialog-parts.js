// What dialogs are made of: lists of choices, radio groups, switches.
import { h } from './dom.js';
import { icon } from './pieces.js';

/** @type {Page.Item} */
export const item = (what, name, label, { arg, arg2, off, note } = {}) =>
  h(
    'li',
    { key: `${what}${arg ?? ''}${arg2 ?? ''}` },
    h(
      'button',
      {
        type: 'button',
        class: 'menuitem',
        'data-do': what,
        'data-arg': arg,
        'data-more': arg2,
        'aria-disabled': off ? 'true' : null,
      },
      icon(name),
      h('span', { class: 'grow' }, label, note && h('small', { class: 'muted' }, note)),
    ),
  );

/** @param {...Page.Kid} items */
export const list = (...items) => h('ul', { class: 'menu plain' }, items);

/**
 * @template T
 * @param {string} what
 * @param {T[]} values
 * @param {T} current
 * @param {(value: T) => string} label
 * @param {string} name
 */
export function choice(what, values, current, label, name) {
  return h(
    'fieldset',
    { class: 'field' },
    h('legend', null, name),
    h(
      'div',
      { class: 'choices' },
      values.map((value) =>
        h(
          'label',
          { key: String(value), class: 'pick' },
          h('input', {
            type: 'radio',
            name: what,
            value: String(value),
            checked: value === current,
            'data-change': what,
          }),
          h('span', null, label(value)),
        ),
      ),
    ),
  );
}

/**
 * @param {string} what
 * @param {string} label
 * @param {boolean} on
 */
export function toggle(what, label, on) {
  return h(
    'label',
    { key: what, class: 'switch' },
    h('span', null, label),
    h('input', { type: 'checkbox', checked: on, 'data-change': what }),
  );
}
