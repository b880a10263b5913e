import { useState } from 'react';
import type { WsdlLogin } from '../api/connection.js';
import { credentialsOf, type FetchAccess, NO_ACCESS } from '../components/forms/access-fields.js';
import { type Document, toBase64, toSource } from '../files/documents.js';

/** The source of a service's documents. */
export type SourceKind = 'url' | 'files' | 'text';

/** The documents in the form that the gateway expects. */
export interface SentSource {
  readonly url?: string;
  readonly credentials?: WsdlLogin;
  readonly files?: { path: string; content: string }[];
  readonly archive?: string;
  readonly main?: string;
}

/** The state of the form; `problem` describes an invalid state. */
export interface SourceState {
  readonly kind: SourceKind;
  readonly url: string;
  readonly access: FetchAccess;
  readonly documents: readonly Document[];
  readonly main: string | null;
  readonly text: string;
  readonly problem: string | undefined;
}

export interface SourceForm {
  readonly state: SourceState;
  readonly change: (change: Partial<Omit<SourceState, 'problem'>>) => void;
  /** The source, or undefined if something is missing, which `problem` then describes. */
  readonly read: () => Promise<SentSource | undefined>;
}

/** The state of a form that asks for the documents of a service. `initial` is what it begins with. */
export function useSource(initial: Partial<Pick<SourceState, 'kind' | 'url' | 'text'>> = {}): SourceForm {
  const [state, setState] = useState<SourceState>({
    ...{ kind: 'url', url: '', access: NO_ACCESS, documents: [], main: null, text: '', problem: undefined },
    ...initial,
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

/** Whether anything is typed or chosen. */
export function hasSource({ url, documents, text }: SourceState): boolean {
  return url !== '' || documents.length > 0 || text !== '';
}

/** Reads the source from the form, or reports what is wrong with it. */
async function readSource({
  kind,
  url,
  access,
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
    if (access.kind === 'none') return { url: address };
    const credentials = credentialsOf(access);
    return credentials === undefined
      ? { problem: 'Enter the login for the WSDL below, or choose “None”' }
      : { url: address, credentials };
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
