import { type CallProblem, withCode } from './call-problem.js';

/** The cursor of a request is not one of its list. */
export function cursorProblem(): CallProblem {
  return {
    ...withCode('CURSOR_INVALID'),
    message:
      'The cursor is not one of this list: it was changed, or the body, the other parameters or the service have changed since',
  };
}

/**
 * A result from which no next page follows, or a value of one that the next request cannot have.
 *
 * @param problem what the SOAP service does
 */
export function pageProblem(problem: string): CallProblem {
  return { ...withCode('UPSTREAM_BAD_RESPONSE'), message: `The SOAP service ${problem}` };
}

/** The header `Link` of a page, with the URI reference of the next one. */
export function nextLink(target: string): string {
  return `<${target}>; rel="next"`;
}

/** A page of a list whose items are sent as lines. */
export interface PageOfLines {
  /** The JSON texts of its items. */
  readonly items: readonly Uint8Array[];
  /** The number of pages that one request for all items reads. */
  readonly most: number;
  /** The request for the next page, if there is one: its query string, and the URI reference that clients follow. */
  readonly next?: { readonly query: string; readonly path: string };
}

/** A page that could not be read: its problem details. */
export interface MissingPage {
  readonly problem: unknown;
}

/**
 * The items of a page and of those after it, one on each line (PG-6). The next page is asked for once the lines of the previous one were taken. If
 * there are more pages than one request may read, or one of them fails, the last line is an object that says so, with the place where the
 * list continues: no member of an item has such a name.
 *
 * @param call reads the page with a query string
 * @param isGone whether nobody reads the lines
 * @param print writes an object as JSON text in UTF-8
 */
export async function* linesOfPages(
  first: PageOfLines,
  call: (query: string) => Promise<PageOfLines | MissingPage>,
  isGone: () => boolean,
  print: (value: object) => Uint8Array,
): AsyncGenerator<Bytes, void, undefined> {
  let page = first;
  for (let pages = 1; ; pages++) {
    if (page.items.length > 0) yield joinLines(page.items);
    const { next, most } = page;
    if (next === undefined || isGone()) return;
    if (pages >= most) {
      yield joinLines([print({ $next: next.path })]);
      return;
    }
    const answer = await call(next.query);
    if ('problem' in answer) {
      yield joinLines([print({ $problem: answer.problem, $next: next.path })]);
      return;
    }
    page = answer;
  }
}

/** Bytes that `new Response` takes. */
type Bytes = ReturnType<Uint8ArrayConstructor['of']>;

const LINE_FEED = 0x0a;

function joinLines(lines: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(lines.reduce((sum, { length }) => sum + length + 1, 0));
  let at = 0;
  for (const line of lines) {
    joined.set(line, at);
    at += line.length;
    joined[at++] = LINE_FEED;
  }
  return joined;
}
