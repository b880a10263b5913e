import type { SourceDocument } from '@soapstone/wsdl-parser';

/** Chooses a file below `wsdl/` for each document of a WSDL: its own name, made unique. */
export function documentFiles(
  documents: readonly SourceDocument[],
): readonly { readonly uri: string; readonly file: string; readonly bytes: Uint8Array }[] {
  const taken = new Set<string>();
  const directory = commonDirectory(documents.map(({ uri }) => uri).filter((uri) => LOCAL.test(uri)));
  return documents.map(({ uri, bytes }, index) => {
    const path = uri.split(/[?#]/, 1)[0] ?? '';
    const last = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    const plain = last.replaceAll(/[^\w.-]+/g, '_').replace(/^\.+/, '');
    const base = plain === '' ? (index === 0 ? 'service.wsdl' : 'document.xsd') : plain;
    const name = taken.has(base.toLowerCase()) ? `${index}-${base}` : base;
    taken.add(name.toLowerCase());
    // Paths of this machine are private, and the same WSDL on another machine must produce the same recording.
    const moved = LOCAL.test(uri) ? `file:///recording/${uri.slice(directory.length)}` : uri;
    return { uri: moved, file: `wsdl/${name}`, bytes };
  });
}

const LOCAL = /^file:/i;

/** Returns the longest directory that contains all of these. */
function commonDirectory([first = '', ...rest]: readonly string[]): string {
  let directory = first.slice(0, first.lastIndexOf('/') + 1);
  while (!rest.every((uri) => uri.startsWith(directory)))
    directory = directory.slice(0, directory.lastIndexOf('/', directory.length - 2) + 1);
  return directory;
}
