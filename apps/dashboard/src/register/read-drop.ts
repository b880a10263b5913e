import type { Document } from './documents.js';

/** A folder that somebody drops may hold anything: more files than these are not looked at. */
const MOST = 1000;

/** The files of a drop, with those in dropped folders, by their paths. */
export async function readDrop(data: DataTransfer): Promise<readonly Document[]> {
  // Entries must be asked for before the first wait: the browser empties the list then.
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

/** The files of a file input; chosen as a folder, they have paths. */
export function fromFiles(files: Iterable<File>): readonly Document[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader hands its entries over in portions, until an empty one. */
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
