// Light or dark before the first paint: loaded in the head, not deferred, because a late switch would flash.
(() => {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const KEY = 'batida-theme';

  const kept = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    } // private windows may refuse storage
  };
  /** @param {string} theme */
  const keep = (theme) => {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      /* the choice then lasts for this page */
    }
  };
  /** @param {string} theme */
  const paint = (theme) => {
    root.dataset.theme = theme;
    const bar = document.querySelector('meta[name="theme-color"]');
    if (bar instanceof HTMLMetaElement) bar.content = theme === 'dark' ? '#101513' : '#f5f3ed';
  };
  const wanted = () => kept() ?? (dark.matches ? 'dark' : 'light');

  root.classList.add('js');
  paint(wanted());
  dark.addEventListener('change', () => paint(wanted()));

  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('[data-theme-toggle]')) {
      const theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
      keep(theme);
      paint(theme);
    }
    for (const menu of document.querySelectorAll('details.menu[open]')) {
      if (!menu.contains(target)) menu.removeAttribute('open');
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    const menu = document.querySelector('details.menu[open]');
    if (!menu) return;
    menu.removeAttribute('open');
    menu.querySelector('summary')?.focus();
  });
})();
