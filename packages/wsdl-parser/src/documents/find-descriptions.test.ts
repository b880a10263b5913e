import { expect, test } from 'vitest';
import { findDescriptions } from './find-descriptions.js';

const wsdl = (content: string): string => `<wsdl:definitions xmlns:wsdl="x">${content}</wsdl:definitions>`;

test.each<[string, Record<string, string>, string[]]>([
  ['nothing', { 'a.xsd': '<xs:schema/>', 'page.xml': '<html/>' }, []],
  ['the only one', { 'a.xsd': '<schema/>', 'x/b.wsdl': wsdl('') }, ['x/b.wsdl']],
  [
    'a file that nobody imports comes first',
    {
      'abstract.wsdl': wsdl('<wsdl:service name="a"/>'),
      'zzz.wsdl': wsdl('<wsdl:import location="../x/Abstract.wsdl"/><wsdl:service name="b"/>'),
    },
    ['zzz.wsdl', 'abstract.wsdl'],
  ],
  [
    'a file with a service comes before one without',
    { 'a.wsdl': wsdl(''), 'b.wsdl': wsdl('<wsdl:service name="b"/>') },
    ['b.wsdl', 'a.wsdl'],
  ],
  [
    'then the shorter path, then the name',
    { 'x/a.wsdl': wsdl(''), 'c.wsdl': wsdl(''), 'b.wsdl': wsdl('') },
    ['b.wsdl', 'c.wsdl', 'x/a.wsdl'],
  ],
  [
    'a file without the name of a document comes last',
    {
      'a.bak': wsdl('<wsdl:service name="a"/>'),
      service: wsdl('<wsdl:service name="s"/>'),
      'x/b.wsdl': wsdl(''),
    },
    ['x/b.wsdl', 'a.bak', 'service'],
  ],
  ['WSDL 2.0', { 'a.xml': '<description xmlns="http://www.w3.org/ns/wsdl">' }, ['a.xml']],
])('the descriptions of a bundle: %s', (_, files, want) => {
  expect(findDescriptions(files)).toEqual(want);
});
