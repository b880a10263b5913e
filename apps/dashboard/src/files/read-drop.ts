import type { Document } from './documents.js';

/** The maximum number of files read from a drop, because a folder may contain anything. */
const MOST = 3_500;

/** The files of a drop, including those in dropped folders, by path. */
export async function readDrop(data: DataTransfer): Promise<readonly Document[]> {
  // Read the entries before the first await: the browser empties the list then.
  const waiting = [...data.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (waiting.length === 0) return fromFiles(data.files);
  const found: Document[] = [];
  for (let entry = waiting.shift(); entry !== undefined && found.length < MOST; entry = waiting.shift()) {
    if (entry.isFile) {
      const file = await fileOf(entry as FileSystemFileEntry);
      found.push({ path: entry.fullPath.replace(/^\//, ''), file });
    } else {
      waiting.push(...(await entriesOf(entry as FileSystemDirectoryEntry)));
    }
  }
  return found;
}

/** The files of a file input; they have paths if a folder was chosen. */
export function fromFiles(files: Iterable<File>): readonly Document[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader returns its entries in portions, until an empty one. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (portion.length === 0 || found.length >= MOST) return found;
    found.push(...portion);
  }
}
