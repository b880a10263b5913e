import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Soapstone's green: shade 8 carries white text at 5.5 : 1. */
const soap: MantineColorsTuple = [
  '#ecfdf8',
  '#d3f8ec',
  '#a6efda',
  '#6fe0c3',
  '#3cc9a8',
  '#1aab8c',
  '#0f8f75',
  '#0d7d67',
  '#0c6b59',
  '#0a5347',
];

export const theme = createTheme({
  primaryColor: 'soap',
  primaryShade: { light: 8, dark: 8 },
  colors: { soap },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.1875rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  // Without their functions, which would be loaded with every page.
  components: {
    Modal: {
      defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontWeight: 650, fontSize: '1.125rem' } },
    },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
});

/** Mantine's own colours for secondary text, placeholders and errors do not meet WCAG AA; these do. */
export const cssVariables: CSSVariablesResolver = (current) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': current.colors.gray[7],
    '--mantine-color-placeholder': current.colors.gray[7],
    '--mantine-color-error': current.colors.red[9],
    '--mantine-color-anchor': soap[8],
    '--mantine-color-yellow-light-color': '#7a4700',
    '--mantine-color-red-light-color': current.colors.red[9],
    '--mantine-color-blue-light-color': current.colors.blue[9],
    '--soapstone-surface': '#ffffff',
    '--soapstone-canvas': '#f7f9f8',
    '--soapstone-line': '#dfe5e3',
    '--soapstone-chart-calls': '#0d7d67',
    '--soapstone-chart-failed': '#c92a2a',
    '--soapstone-chart-second': '#1c5fae',
    '--soapstone-code': '#f1f5f4',
    // Each has a contrast of at least 4.5 : 1 on the background of code.
    '--soapstone-code-name': '#0b5c8f',
    '--soapstone-code-string': '#0c6b59',
    '--soapstone-code-number': '#8a3b00',
    '--soapstone-code-word': '#7a2fa0',
    '--soapstone-code-comment': '#5b6562',
  },
  dark: {
    '--mantine-color-dimmed': current.colors.dark[1],
    '--mantine-color-placeholder': current.colors.dark[2],
    '--mantine-color-error': current.colors.red[4],
    '--mantine-color-anchor': soap[4],
    // Dialogs and drawers use the same surface as everything else.
    '--mantine-color-body': '#1d2322',
    '--soapstone-surface': '#1d2322',
    '--soapstone-canvas': '#151a19',
    '--soapstone-line': '#343d3b',
    '--soapstone-chart-calls': '#1aab8c',
    '--soapstone-chart-failed': '#ff8787',
    '--soapstone-chart-second': '#7cc4f5',
    '--soapstone-code': '#121716',
    '--soapstone-code-name': '#7cc4f5',
    '--soapstone-code-string': '#5fd3b5',
    '--soapstone-code-number': '#f0b27a',
    '--soapstone-code-word': '#d3a6f0',
    '--soapstone-code-comment': '#a3adaa',
  },
});
