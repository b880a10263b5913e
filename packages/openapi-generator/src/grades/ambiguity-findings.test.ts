import { parseWsdlText } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import { ambiguityFindings } from './ambiguity-findings.js';
import { findConflict } from './follow-sets.js';

const ANY = '<xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/>';
const OTHER = '<xs:any namespace="##other" minOccurs="0"/>';

/** `a?` is an optional element, `a+`, `a*` and `a{2,3}` repeated ones; anything else is XML. */
function elements(list: string): string {
  return list.replaceAll(/\b([a-z])(?:([?*+])|\{(\d),(\d)\})?(?=[ ,|)]|$)/g, (_, name, sign, min, max) => {
    const [least, most] =
      sign === undefined
        ? [min ?? 1, max ?? 1]
        : sign === '+'
          ? [1, 'unbounded']
          : [0, sign === '?' ? 1 : 'unbounded'];
    return `<xs:element name="${name}" type="xs:int" minOccurs="${least}" maxOccurs="${most}"/>`;
  });
}

const sequence = (list: string, occurs = ''): string =>
  `<xs:sequence ${occurs}>${list.startsWith('<') ? list : elements(list)}</xs:sequence>`;
const choice = (list: string, occurs = ''): string =>
  `<xs:choice ${occurs}>${list.startsWith('<') ? list : elements(list)}</xs:choice>`;

async function conflictIn(content: string): Promise<string | undefined> {
  const { model } = await parseWsdlText(`
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified"><xs:complexType name="T">${content}</xs:complexType><xs:element name="In" type="t:T"/></xs:schema></types>
  <message name="In"><part name="p" element="t:In"/></message>
  <portType name="P"><operation name="Op"><input message="t:In"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><input><soap:body use="literal"/></input></operation></binding>
  <service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port></service>
</definitions>`);
  const [finding, ...others] = ambiguityFindings(model.schema);
  expect(others).toEqual([]);
  if (finding === undefined) return undefined;
  expect(finding).toMatchObject({
    code: 'AMBIGUOUS_CONTENT',
    severity: 'warning',
    component: 'complexType {urn:t}T',
  });
  return /the element \{urn:t\}(\S+) at/.exec(finding.message)?.[1] ?? finding.message;
}

// The expectations are those of XML Schema Part 1, §3.8.6 and appendix H, worked out by hand.
test.each<[string, string, string | undefined]>([
  ['one name twice in a row', sequence('a a'), undefined],
  ['an optional name before itself', sequence('a? a'), 'a'],
  ['a repeated name before itself', sequence('a+ a'), 'a'],
  ['a fixed count before itself', sequence('a{2,2} a'), undefined],
  ['a variable count before itself', sequence('a{2,3} a'), 'a'],
  ['optional names between two places', sequence('a? b? a?'), 'a'],
  ['a required name between them', sequence('a? b a?'), undefined],
  ['branches with one start', choice(sequence('a b') + sequence('a c')), 'a'],
  ['branches with different starts', choice(sequence('a b') + sequence('c a')), undefined],
  ['the end and the start of a repetition', sequence('a b?', 'maxOccurs="9"'), undefined],
  [
    'the end of a repetition and what comes next',
    sequence(sequence('a b', 'maxOccurs="9"') + elements('a')),
    'a',
  ],
  ['an element before a wildcard', sequence(elements('a') + ANY), undefined],
  ['an optional element before a wildcard', sequence(elements('a?') + ANY), 'a'],
  ['an optional element before one for other namespaces', sequence(elements('a?') + OTHER), undefined],
  [
    'two wildcards',
    sequence(ANY + ANY),
    'the content model is not deterministic: two particles match the element {##other}* at one place',
  ],
  ['xs:all', `<xs:all>${elements('a? b?')}</xs:all>`, undefined],
])('ambiguity: %s', async (_, content, conflict) => {
  expect(await conflictIn(content)).toBe(conflict);
});

test('ambiguity: a large model is judged in bounded time, or not at all', async () => {
  const names = Array.from(
    { length: 2_000 },
    (_, i) => `<xs:element name="e${i}" type="xs:int" minOccurs="0"/>`,
  );
  expect(await conflictIn(sequence(names.join('')))).toBeUndefined();
  // With a name twice, the pairs have to be compared, and there are too many.
  expect(await conflictIn(sequence([...names, names[0]].join('')))).toBeUndefined();
  expect(await conflictIn(sequence([...names.slice(0, 20), names[0]].join('')))).toBe('e0');
});

test('wildcards with long lists of namespaces are not compared without a bound', () => {
  const lists = Array.from({ length: 500 }, (_, wildcard) =>
    Array.from({ length: 2_000 }, (_each, index) => `urn:${wildcard}:${index}`),
  );
  let read = 0;
  const particles = lists.map((list) => ({
    kind: 'any' as const,
    minOccurs: 1,
    maxOccurs: 1,
    get wildcard() {
      read += 1;
      return { namespaces: { kind: 'list' as const, list }, processContents: 'lax' as const };
    },
  }));
  // By hand: 124,750 pairs; a hundred comparisons of 2,000 namespaces reach the limit of 200,000.
  expect(findConflict({ kind: 'choice', minOccurs: 1, maxOccurs: 1, particles })).toBeUndefined();
  expect(read).toBeLessThan(300);
});
