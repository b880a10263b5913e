import type { PageDesign } from '@soapstone/json-xml-mapper/design';
import type { Draw } from '../draw.js';

/** A service with a list in pages, and how a design says so. */
export interface Service {
  readonly schema: string;
  readonly page: PageDesign;
  readonly method: 'GET' | 'POST';
  readonly hasPath: boolean;
  readonly names: 'camel' | 'as-is';
  readonly rename: Readonly<Record<string, string>>;
  readonly lift: readonly string[];
  /** How many items there are, and how many are in a page. */
  readonly items: number;
  readonly size: number;
  readonly isFlagText: boolean;
  /** Whether the cursor of the service is a number. */
  readonly isCounted: boolean;
}

export function drawService(draw: Draw): Service {
  const isNested = draw.chance(2);
  const method = draw.pick(['GET', 'POST'] as const);
  const kind = draw.pick(['start', 'number', 'after'] as const);
  const isContinued = draw.chance(3);
  const hasSize = draw.chance(2);
  const ends = [undefined, 'more', 'done', 'total', ...(kind === 'number' ? ['pages'] : [])] as const;
  const end = draw.pick(ends);
  const isCounted = kind !== 'after' || draw.chance(2);
  const isFlagText = draw.chance(2);
  const list = draw.pick(['User', 'Users/User', 'Answer/Users/User']);
  const above = isNested ? 'Paging/' : '';
  const keep = isContinued && draw.chance(2);
  const page: PageDesign = {
    items: list,
    ...(kind === 'after'
      ? { after: isContinued ? 'At' : `${above}At`, next: 'Next' }
      : { [kind]: isContinued ? 'At' : `${above}At`, from: draw.int(0, 1) }),
    ...(hasSize && !isContinued && { size: `${above}Size` }),
    ...(end !== undefined && { [end]: 'End' }),
    ...(isContinued && { continue: 'More' }),
    ...(keep && { keep: { Search: 'Search' } }),
  };
  const number = isCounted ? 'xs:int' : 'xs:string';
  const member = (name: string, type: string, more = 'minOccurs="0"') =>
    `<xs:element name="${name}" type="${type}" ${more}/>`;
  const record = (content: string) =>
    `<xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType>`;
  const element = (name: string, content: string) =>
    `<xs:element name="${name}">${record(content)}</xs:element>`;
  // What a page names is in the query string of a POST, and so is the rest of its object.
  const isAlone = isNested && method === 'POST' && page.size === undefined;
  const moving = member('At', number) + (isAlone ? '' : member('Size', 'xs:int'));
  const input =
    member('Dept', 'xs:string') +
    (isNested ? `<xs:element name="Paging" minOccurs="0">${record(moving)}</xs:element>` : moving);
  const users = member('User', 't:User', 'minOccurs="0" maxOccurs="unbounded"');
  const inside = list
    .split('/')
    .slice(0, -1)
    .reduceRight(
      (content, name) => `<xs:element name="${name}" minOccurs="0">${record(content)}</xs:element>`,
      users,
    );
  const type = end === 'more' || end === 'done' ? (isFlagText ? 'xs:string' : 'xs:boolean') : 'xs:int';
  const output = inside + member('Next', number) + member('End', type) + member('Search', 'xs:string');
  const schema = `<xs:schema targetNamespace="urn:law" xmlns:t="urn:law" xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
<xs:complexType name="User"><xs:sequence>${member('Name', 'xs:string')}</xs:sequence><xs:attribute name="k" type="xs:int"/></xs:complexType>
${element('List', input)}${element('ListResponse', output)}
${element('More', member('At', number) + (keep ? member('Search', 'xs:string', '') : ''))}${element('MoreResponse', output)}
</xs:schema>`;
  const rename = {
    ...(draw.chance(2) && { Name: draw.pick(['__proto__', 'constructor', 'a-b']) }),
    ...(draw.chance(2) && { At: draw.pick(['constructor', 'toString', 'at_it']) }),
    ...(draw.chance(2) && { Dept: draw.pick(['__proto__', 'department']) }),
  };
  // What holds the list alone.
  const holder = list.includes('/') && draw.chance(2) ? [list.split('/').slice(0, -1).join('/')] : [];
  return {
    schema,
    page,
    method,
    hasPath: draw.chance(2),
    names: draw.pick(['camel', 'as-is']),
    rename,
    lift: holder,
    items: draw.int(0, 7),
    size: draw.int(1, 3),
    isFlagText: isFlagText && (end === 'more' || end === 'done'),
    isCounted,
  };
}
