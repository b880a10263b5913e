import { defined } from '@soapstone/options/defined';
import { describe, expect, test } from 'vitest';
import { service } from '../testing/contract-changes.js';
import { compareContracts } from './compare-contracts.js';

describe('changes that only callers by GET notice', () => {
  /** An operation without recursion, so that its input fits into a query. */
  const flat = async (members: string, types = '') => {
    const mapper = await service('', {
      types: `${types}<xs:complexType name="Flat"><xs:sequence>${members}</xs:sequence></xs:complexType>`,
      input: 't:Flat',
    });
    return mapper;
  };
  const changesOf = async (before: string, after: string, takesGet?: (operation: string) => boolean) =>
    compareContracts(await flat(before), await flat(after), defined({ takesGet })).changes.map(
      ({ message, path, change, breaking, after: is }) =>
        `${message} ${path} ${change}${breaking ? ' !' : ''}${message === 'query' && path === '' && breaking ? `: ${is}` : ''}`,
    );
  const id = '<xs:element name="id" type="xs:int"/>';
  const record = (members: string, occurs = '') =>
    `<xs:element name="filter"${occurs}><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;

  test.each<[string, string, string, string[]]>([
    ['nothing', id, id, []],
    [
      'a new optional part that does not fit in a query string',
      id,
      id + record(id, ' minOccurs="0" maxOccurs="9"'),
      ['input /filter added'],
    ],
    [
      'a new required part that does not fit in a query string',
      id,
      `${id}<xs:element name="more" type="xs:anyType"/>`,
      ['input /more added !', expect.stringMatching(/^query {2}removed !: .*more/) as unknown as string],
    ],
    [
      'a field that becomes too complex for a query',
      id,
      id.replace('/>', ' maxOccurs="2"/>').replace('xs:int', 'xs:anyType'),
      ['input /id type !', expect.stringMatching(/^query {2}removed !: /) as unknown as string],
    ],
    [
      'an input that becomes simple enough for a query',
      `${id}<xs:element name="more" type="xs:anyType"/>`,
      id,
      ['input /more removed !', 'query  added'],
    ],
    [
      'a change that is already reported for the input',
      id,
      `${id}<xs:element name="why" type="xs:string"/>`,
      ['input /why added !'],
    ],
    ['a removed member that is already reported', id + record(id), id, ['input /filter removed !']],
    ['a changed type that is already reported', id, id.replace('int', 'boolean'), ['input /id type !']],
  ])('%s', async (_, before, after, expected) => {
    expect(await changesOf(before, after)).toEqual(expected);
  });

  test('an operation that is not offered by GET loses nothing', async () => {
    const open = `${id}<xs:element name="more" type="xs:anyType"/>`;
    expect(await changesOf(id, open, () => false)).toEqual(['input /more added !']);
    expect(await changesOf(id, open, (operation) => operation === 'Op')).toHaveLength(2);
  });
});
