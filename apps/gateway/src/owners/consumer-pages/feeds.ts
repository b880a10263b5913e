import type { PublishedChanges } from './changelog.js';

/** The subject of a feed. Addresses are absolute. */
export interface FeedSubject {
  readonly name: string;
  /** The page. */
  readonly home: string;
  /** The feed itself. */
  readonly self: string;
  /** When the service was registered, in milliseconds since the Unix epoch: what an empty feed is as old as. */
  readonly since: number;
}

/** Prints a changelog as JSON Feed 1.1. `_soapstone` has the changes one by one, as the page shows them. */
export function printJsonFeed(subject: FeedSubject, entries: readonly PublishedChanges[]): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(subject),
    home_page_url: subject.home,
    feed_url: subject.self,
    items: entries.map((entry) => ({
      id: idOf(subject, entry),
      url: subject.home,
      title: headingOf(entry),
      date_published: new Date(entry.at).toISOString(),
      content_text: linesOf(entry).join('\n'),
      _soapstone: {
        revision: entry.revision,
        again: entry.isAgain,
        breaking: entry.breaking,
        changes: entry.changes ?? null,
      },
    })),
  });
}

/** Prints a changelog as an Atom feed (RFC 4287). */
export function printAtomFeed(subject: FeedSubject, entries: readonly PublishedChanges[]): string {
  const updated = new Date(entries[0]?.at ?? subject.since).toISOString();
  const items = entries.map(
    (entry) => `  <entry>
    <id>${escapeXml(idOf(subject, entry))}</id>
    <title>${escapeXml(headingOf(entry))}</title>
    <link href="${escapeXml(subject.home)}"/>
    <updated>${new Date(entry.at).toISOString()}</updated>
    <content type="text">${escapeXml(linesOf(entry).join('\n'))}</content>
  </entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeXml(subject.home)}</id>
  <title>${escapeXml(titleOf(subject))}</title>
  <link href="${escapeXml(subject.home)}"/>
  <link rel="self" href="${escapeXml(subject.self)}"/>
  <updated>${updated}</updated>
  <author><name>${escapeXml(subject.name)}</name></author>
${items.join('')}</feed>
`;
}

const titleOf = ({ name }: FeedSubject): string => `Changes of ${name}`;
/** Readers know an entry by its id, so a revision that goes live again is another entry. */
const idOf = ({ home }: FeedSubject, { revision, isAgain, at }: PublishedChanges): string =>
  `${home}#revision-${revision}${isAgain ? `-${new Date(at).toISOString()}` : ''}`;

function headingOf({ revision, breaking, isFirst, isAgain }: PublishedChanges): string {
  const name = `Revision ${revision}${isAgain ? ' again' : ''}`;
  if (isFirst) return `${name}: first version`;
  return breaking ? `${name}: breaking changes` : name;
}

function linesOf({ changes, isFirst }: PublishedChanges): readonly string[] {
  if (changes === undefined) {
    return [
      isFirst ? 'The API was published.' : 'A revision was published. Its changes could not be determined.',
    ];
  }
  return changes.map(
    ({ operation, text, breaking }) => `${breaking ? 'Breaking: ' : ''}${operation}: ${text}`,
  );
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** The characters that XML 1.0 cannot write. */
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escapeXml(text: string): string {
  return text.replace(UNWRITABLE, '\ufffd').replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
