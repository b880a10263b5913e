import { withBase } from 'vitepress';
import { defineComponent, h } from 'vue';

/** The page for an address without a page: it opens the search, and leads to the paths. */
export const NotFound = defineComponent({
  name: 'NotFound',
  setup: () => () =>
    h('main', { class: 'not-found' }, [
      h('h1', 'There is no such page'),
      h('p', 'It may have moved: the pages on running a gateway did in 1.0.'),
      h('button', { type: 'button', onClick: openSearch }, 'Search the documentation'),
      h(
        'ul',
        PATHS.map(([text, link]) => h('li', h('a', { href: withBase(link) }, text))),
      ),
    ]),
});

const PATHS = [
  ['Offer a service', '/offer.html'],
  ['Call a service', '/calling.html'],
  ['Run a gateway', '/operations.html'],
  ['Write programs', '/start.html'],
] as const;

function openSearch(): void {
  document.querySelector<HTMLElement>('.VPNavBarSearch button')?.click();
}
