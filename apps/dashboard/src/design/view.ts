/** The parts of the page. All of them edit the same text. */
export const VIEWS = [
  { value: 'file', label: 'File' },
  { value: 'api', label: 'API' },
  { value: 'inputs', label: 'Inputs' },
  { value: 'session', label: 'Session' },
] as const;

export type View = (typeof VIEWS)[number]['value'];

/** Reads which part the URL shows. The file needs no parameter. */
export function readView({ view }: Readonly<Record<string, unknown>>): { view?: View } {
  const found = VIEWS.find(({ value }) => value === view);
  return found === undefined || found.value === 'file' ? {} : { view: found.value };
}
