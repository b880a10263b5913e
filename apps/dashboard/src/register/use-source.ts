import { useState } from 'react';
import { type Document, toBase64, toSource } from './documents.js';

/** How somebody gives the documents of a service. */
export type SourceKind = 'url' | 'files' | 'text';

/** The documents as the gateway takes them. */
export interface SentSource {
  readonly url?: string;
  readonly files?: { path: string; content: string }[];
  readonly archive?: string;
  readonly main?: string;
}

/** What is filled in, and what is wrong with it. */
export interface SourceState {
  readonly kind: SourceKind;
  readonly url: string;
  readonly documents: readonly Document[];
  readonly main: string | null;
  readonly text: string;
  readonly problem: string | undefined;
}

export interface SourceForm {
  readonly state: SourceState;
  readonly change: (change: Partial<Omit<SourceState, 'problem'>>) => void;
  /** The source; undefined where something is missing, which the form then says. */
  readonly read: () => Promise<SentSource | undefined>;
}

/** The state of a form that asks for the documents of a service. `url` is what it begins with. */
export function useSource(url = ''): SourceForm {
  const [state, setState] = useState<SourceState>({
    kind: 'url',
    url,
    documents: [],
    main: null,
    text: '',
    problem: undefined,
  });
  return {
    state,
    change: (change) => setState((present) => ({ ...present, ...change, problem: undefined })),
    async read() {
      const result = await readSource(state);
      if (!('problem' in result)) return result;
      setState((present) => ({ ...present, problem: result.problem }));
      return undefined;
    },
  };
}

/** The source that is filled in, or what is wrong with it. */
export async function readSource({
  kind,
  url,
  documents,
  main,
  text,
}: SourceState): Promise<SentSource | { readonly problem: string }> {
  if (kind === 'url') {
    const address = url.trim();
    if (address === '') return { problem: 'Enter the URL of the WSDL' };
    if (!/^https?:\/\/[^\s]+$/i.test(address)) {
      return { problem: 'The URL must begin with https:// or http:// and contain no spaces' };
    }
    return { url: address };
  }
  if (kind === 'text') {
    const content = text.trim();
    if (content === '') return { problem: 'Paste the WSDL' };
    if (!content.startsWith('<')) return { problem: 'A WSDL is XML: it begins with <' };
    return { files: [{ path: 'pasted.wsdl', content: await toBase64(new Blob([content])) }] };
  }
  const source = toSource(documents);
  if (source.kind === 'problem') return { problem: source.message };
  try {
    if (source.kind === 'archive') return { archive: await toBase64(source.file) };
    const files = await Promise.all(
      source.documents.map(async ({ path, file }) => ({ path, content: await toBase64(file) })),
    );
    return main === null ? { files } : { files, main };
  } catch {
    return {
      problem: 'A file cannot be read because it was changed or deleted. Choose it again.',
    };
  }
}
