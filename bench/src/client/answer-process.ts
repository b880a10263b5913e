import { readFileSync } from 'node:fs';
import { serveAnswers } from '../isolated/serve-answers.js';
import { DOCUMENT_KINDS, type DocumentKind, makeDocument } from '../mapper/decode-documents.js';

/**
 * The server of the client bench: `/<bytes>` is answered with records of about that size, any other path with the file named by the
 * argument.
 */
const [file] = process.argv.slice(2);

serveAnswers((path) => {
  const bytes = Number(path.slice(1));
  return Number.isNaN(bytes)
    ? readFileSync(file as string)
    : Buffer.from(makeDocument(DOCUMENT_KINDS[0] as DocumentKind, bytes));
});
