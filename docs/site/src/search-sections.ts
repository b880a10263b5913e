/** A part of a page that a search finds. */
export interface SearchSection {
  /** The id of the heading; `''` for the whole page. */
  readonly anchor: string;
  /** The headings above it, the outermost first. */
  readonly titles: string[];
  readonly text: string;
}

/** Words that are on every page and say nothing about one. */
const EVERYWHERE = new Set(
  'a about above after again all also an and any are as at be because been before below between both but by can cannot does each either else even every few first for from get gets got had has have here how if in into is it its itself last like made make makes many may more most must never no nor not nothing of off on once one only or other others our out over own same see shall should so some such than that the their them then there these they this those through to too two under until up us use used uses using very was we were what when where which while who whose why will with without would yet you your'.split(
    ' ',
  ),
);
/** Pages that are found by their headings alone: each has its own list of contents, and together they are larger than all others. */
const BY_HEADINGS = /\/(?:docs\/site\/api|docs\/decisions)\/|\/docs\/(?:specification|folders)\.md$/;
/** Pages of which only the title is found. */
const BY_TITLE = /\/docs\/(?:site\/api|decisions)\//;
const HEADING = /<h([1-6]) id="([^"]*)"[^>]*>(.*?)<\/h\1>/gs;

/**
 * What the search knows of a page: each heading, and the words below it, once each. Code is left out, except in the text of a line.
 *
 * @param file the path of the source
 * @param html the rendered page
 */
export function searchSections(file: string, html: string): SearchSection[] {
  const headings = [...html.matchAll(HEADING)];
  const titles: string[] = [];
  const sections = headings.map((heading, index): SearchSection => {
    const [whole, level = '1', id = '', inner = ''] = heading;
    titles.length = Number(level) - 1;
    titles[Number(level) - 1] = textOf(inner);
    const below = html.slice(heading.index + whole.length, headings[index + 1]?.index);
    return {
      anchor: level === '1' ? '' : id,
      titles: titles.filter((title) => title !== undefined),
      text: BY_HEADINGS.test(file) ? '' : wordsOf(below),
    };
  });
  return BY_TITLE.test(file) ? sections.slice(0, 1) : sections;
}

/** The distinct words of a fragment of HTML. */
function wordsOf(html: string): string {
  const prose = textOf(html.replaceAll(/<pre[\s>].*?<\/pre>/gs, ' '));
  const words = prose.toLowerCase().match(/[\p{L}_$][\p{L}\p{N}_$-]+/gu) ?? [];
  return [...new Set(words)].filter((word) => word.length < 40 && !EVERYWHERE.has(word)).join(' ');
}

function textOf(html: string): string {
  return html
    .replaceAll(/<a class="header-anchor".*?<\/a>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
