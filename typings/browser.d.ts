// What the pages load beside their modules: the catalogue of messages, and the events of htmx.

/** Django's JavaScriptCatalog. */
declare var django:
    | {
          gettext?(text: string): string;
          ngettext?(one: string, many: string, count: number): string;
          pgettext?(context: string, text: string): string;
      }
    | undefined;

interface DocumentEventMap {
    'htmx:load': CustomEvent<{ elt: HTMLElement }>;
}

interface HTMLElementEventMap {
    'htmx:beforeSend': CustomEvent<{ xhr: XMLHttpRequest }>;
}
