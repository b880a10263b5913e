import { describe, expect, test } from 'vitest';
import { readDesign } from '../design-file/design-text.js';
import { NO_LINES, readOperations } from '../design-file/operation-lines.js';
import {
  changeStyle,
  keepChoices,
  PAGE_STYLES,
  pageChoices,
  pageKeys,
  pageValue,
  styleOf,
} from './page-styles.js';

const member = (path: string, type = 'xs:string', many = false) => ({ path, type, required: false, many });
const proposal = {
  inputs: [
    {
      operation: 'Search',
      members: [
        member('$headers/Auth/limit', 'xs:int'),
        member('dept'),
        member('size', 'xs:int'),
        member('amount', 'xs:decimal'),
        member('Filter', 'object', true),
        member('Filter/first', 'xs:int'),
      ],
      more: false,
    },
    { operation: 'SearchMore', members: [member('searchId'), member('page', 'xs:int')], more: false },
  ],
  results: [
    {
      operation: 'Search',
      members: [
        member('id'),
        member('Users', 'object'),
        member('Users/User', 'object', true),
        member('Users/User/Id', 'xs:int'),
        member('total', 'xs:long'),
        member('more', 'xs:boolean'),
        member('state'),
      ],
      more: false,
    },
  ],
};
const linesOf = (page: string) =>
  readOperations(readDesign(`operations:\n  Search:\n    page: ${page}\n`).json).get('Search')!;

describe('pages of an operation', () => {
  // The examples of docs/design.md.
  test.each([
    ['start', '{ items: Users/User, size: MaxRows, start: StartRow, from: 1, total: TotalRows }'],
    ['number', '{ items: Users/User, number: Paging/Page, from: 1, pages: PageCount }'],
    ['cursor', '{ items: Users/User, after: StartRow, next: NextRow }'],
    [
      'continued',
      '{ items: records, after: queryLocator, next: queryLocator, done: done, continue: queryMore }',
    ],
    [
      'search',
      '{ items: Records/Record, number: pageIndex, from: 1, pages: totalPages, continue: searchMore, keep: { searchId: searchId } }',
    ],
  ] as const)('the style %s is recognised, and all of its lines are shown', (style, page) => {
    const { page: lines } = linesOf(page);
    expect(styleOf(lines!)).toBe(style);
    const { needs } = PAGE_STYLES.find((each) => each.style === style)!;
    expect([...lines!.lines.keys()]).toEqual(expect.arrayContaining([...needs]));
    expect(pageKeys(style, lines)).toEqual(expect.arrayContaining([...lines!.lines.keys()]));
  });

  test.each([
    ['items', ['Users/User']],
    ['size', ['size']],
    ['start', ['size']],
    ['after', ['dept', 'size', 'amount']],
    ['next', ['id', 'total', 'more', 'state']],
    ['more', ['more']],
    ['total', ['total']],
    ['continue', ['SearchMore']],
    ['from', ['0', '1']],
    ['most', undefined],
    ['constructor', []],
  ])('the choices of %s have its type, and are in no list', (key, choices) => {
    expect(pageChoices(key, proposal, 'Search', NO_LINES)).toEqual(choices);
  });

  test('values can make a member a flag, and the operation that continues has its own members', () => {
    const lines = readOperations(
      '{"operations":{"Search":{"page":{"continue":"SearchMore"},"result":{"values":{"state":{"Y":true,"N":false}}}}}}',
    ).get('Search')!;
    expect(pageChoices('more', proposal, 'Search', lines)).toEqual(['more', 'state']);
    expect(pageChoices('number', proposal, 'Search', lines)).toEqual(['page']);
    expect(pageChoices('size', proposal, 'Search', lines)).toEqual(['size']);
    expect(keepChoices(proposal, 'Search', lines.page)).toEqual({
      inputs: ['searchId', 'page'],
      results: ['id', 'total', 'more', 'state'],
    });
  });

  test('a style gets the first member of the type that each line needs, and loses the lines of another', () => {
    const started = changeStyle('', 'Search', 'start', proposal, NO_LINES);
    expect(started).toBe(
      'operations:\n  Search:\n    page:\n      items: Users/User\n      start: size\n      from: 1\n',
    );
    const lines = readOperations(readDesign(started).json).get('Search')!;
    const cursor = changeStyle(started, 'Search', 'cursor', proposal, lines);
    expect(readDesign(cursor).json).toBe(
      '{"operations":{"Search":{"page":{"items":"Users/User","after":"dept","next":"id"}}}}',
    );
    expect(changeStyle(cursor, 'Search', undefined, proposal, lines)).toBe('');
  });

  test('numbers are written as numbers', () => {
    expect([
      pageValue('from', '0'),
      pageValue('most', '12'),
      pageValue('most', 'x'),
      pageValue('items', '1'),
    ]).toEqual([0, 12, 'x', '1']);
    expect(pageValue('items', '')).toBeUndefined();
  });
});
