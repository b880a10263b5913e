/** Files that were dropped, chosen or pasted, with the path by which imports among them are resolved. */
export interface Document {
  readonly path: string;
  readonly file: Blob;
}

/** A source in the form that the gateway expects, or the problem with it, in words for the user. */
export type Source =
  | { readonly kind: 'archive'; readonly file: Blob }
  | { readonly kind: 'files'; readonly documents: readonly Document[] }
  | { readonly kind: 'problem'; readonly message: string };

/** The gateway's limits: it accepts 30 MiB of JSON, and base64 turns three bytes into four. */
const [MAX_FILES, MAX_BYTES] = [200, 22 * 1024 * 1024];

const isArchive = ({ path }: Document) => /\.zip$/i.test(path);

/** Whether a file may be the WSDL itself, judging by its name. */
export function descriptionsAmong(documents: readonly Document[]): readonly string[] {
  return documents.map(({ path }) => path).filter((path) => /\.wsdl2?$/i.test(path));
}

/** The chosen files, in the form that the gateway expects: at most `most`; `nothing` is the problem if there is none. */
export function toSource(
  documents: readonly Document[],
  { most = MAX_FILES, nothing = 'Choose the WSDL, and the files that it imports' } = {},
): Source {
  const problem = (message: string): Source => ({ kind: 'problem', message });
  const [first] = documents;
  if (first === undefined) return problem(nothing);
  if (documents.some(isArchive) && documents.length > 1) {
    return problem('Choose either one zip archive or the files themselves, not both');
  }
  if (documents.length > most) {
    return problem(`Choose at most ${most} files, or put them into a zip archive`);
  }
  const bytes = documents.reduce((sum, { file }) => sum + file.size, 0);
  if (bytes > MAX_BYTES) return problem('Choose files of at most 22 MB together');
  if (isArchive(first)) return { kind: 'archive', file: first.file };
  return { kind: 'files', documents };
}

/** Adds `more` to `present`; a file with the same path is replaced. */
export function addDocuments(present: readonly Document[], more: readonly Document[]): readonly Document[] {
  const byPath = new Map([...present, ...more].map((document) => [document.path, document]));
  return [...byPath.values()];
}

/** Reads a file as Base64. Rejects if it cannot be read, for example because it was deleted. */
export function toBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
