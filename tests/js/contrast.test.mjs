import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const css = readFileSync(new URL('../../static/css/tokens.css', import.meta.url), 'utf8');

// The pairs of colours that really meet on screen: text wants 4.5, shapes 3 (WCAG 2.2 AA).
const TEXT = `ink/bg ink/surface ink/surface-2 ink-2/bg ink-2/surface ink-2/surface-2 link/bg link/surface brand-ink/brand
  ink/brand-soft danger-ink/danger danger/surface danger/bg warn-ink/warn-soft info-ink/info-soft on-felt/felt-hi on-felt/felt
  on-felt/rail on-felt-2/felt-hi on-felt-2/felt on-felt-2/rail on-felt-2/plate hot-ink/hot hot-hi/rail hot-hi/plate live/felt-lo
  lost/felt lost/felt-lo suit-h/card-paper suit-s/card-paper suit-h/wild-paper suit-d/card-paper suit-c/card-paper
  suit-d/wild-paper suit-c/wild-paper`;
const SHAPES =
  'line-strong/surface line-strong/bg focus/surface focus/bg hot/felt hot/rail live/rail cool/rail card-paper/felt-hi';

function block(selector) {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(start, css.indexOf('\n}', start));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)].map(([, name, colour]) => [name, colour]),
  );
}

function luminance(colour) {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(a, b) {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const light = block(':root');
const themes = { light, dark: { ...light, ...block('[data-theme="dark"]') } };

for (const [theme, tokens] of Object.entries(themes)) {
  for (const deck of [{}, block('[data-deck="4"]')]) {
    test(`contrast: ${theme}, ${deck['suit-d'] ? 'four' : 'two'} colours`, () => {
      const colours = { ...tokens, ...deck };
      for (const [pairs, least] of [
        [TEXT, 4.5],
        [SHAPES, 3],
      ]) {
        for (const pair of pairs.split(/\s+/)) {
          const [a, b] = pair.split('/');
          assert.ok(ratio(colours[a], colours[b]) >= least, `${pair}: ${ratio(colours[a], colours[b]).toFixed(2)}`);
        }
      }
    });
  }
}
