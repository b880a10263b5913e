import { onContentUpdated } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineComponent, h } from 'vue';
import { NotFound } from './not-found.js';
import './style.css';

const Layout = defineComponent({
  name: 'Layout',
  setup() {
    // The first page has no main landmark of its own; for its file, config.ts adds it.
    onContentUpdated(() => document.querySelector('.VPContent.is-home')?.setAttribute('role', 'main'));
    return () => h(DefaultTheme.Layout, null, { 'not-found': () => h(NotFound) });
  },
});

export default { extends: DefaultTheme, Layout };
