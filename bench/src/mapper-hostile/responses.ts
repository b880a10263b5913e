import type { HostileCase } from './hostile-case.js';

const MILLION = 1_000_000;

/** What a hostile or broken SOAP server may answer. */
export const HOSTILE_RESPONSES: readonly HostileCase[] = [
  { name: 'depth 10^6', make: () => inTree('<t:child>'.repeat(MILLION)) },
  { name: 'depth 10^6, unknown elements', make: () => inTree('<a>'.repeat(MILLION)) },
  { name: 'depth 10^6 under anyType', make: () => inTree(`<t:free>${'<a>'.repeat(MILLION)}`) },
  { name: '10^6 siblings', make: () => inTree('<t:child/>'.repeat(MILLION)) },
  { name: '10^6 siblings under anyType', make: () => inTree(`<t:free>${'<a/>'.repeat(MILLION)}</t:free>`) },
  { name: '10^5 attributes', make: () => inTree(`<a ${list(100_000, (i) => `a${i}="1"`)}/>`) },
  {
    name: '10^5 namespaces on one tag',
    make: () => inTree(`<a ${list(100_000, (i) => `xmlns:a${i}="u"`)}/>`),
  },
  {
    name: '10^5 namespaces on siblings',
    make: () => inTree(list(100_000, (i) => `<a xmlns:p${i}="urn:${i}"/>`)),
  },
  {
    name: '10^5 namespaces on siblings under anyType',
    make: () => inTree(`<t:free>${list(100_000, (i) => `<p:a xmlns:p="urn:${i}"/>`)}</t:free>`),
  },
  { name: 'a name of 10 MB', make: () => inTree(`<${'a'.repeat(10 * MILLION - 1000)}/>`) },
  { name: 'an attribute value of 9 MB', make: () => inTree(`<a b="${'x'.repeat(9 * MILLION)}"/>`) },
  { name: '9 MB of text', make: () => inTree(`<t:n>${'x'.repeat(9 * MILLION)}</t:n>`) },
  { name: '10^6 numeric references', make: () => inTree(`<t:n>${'&#65;'.repeat(MILLION)}</t:n>`) },
  { name: 'a reference of 1 MB', make: () => inTree(`<t:n>&#${'0'.repeat(MILLION)}65;</t:n>`) },
  { name: '9 MB of CDATA sections', make: () => inTree(`<t:n>${'<![CDATA[]]]]>'.repeat(640_000)}</t:n>`) },
  { name: '10^6 unfinished comments', make: () => inTree('<!--'.repeat(MILLION)) },
  { name: '9 MB of <', make: () => '<'.repeat(9 * MILLION) },
  { name: 'members back and forth, 4 MB', make: () => inTree('<t:n/><t:child/>'.repeat(250_000)) },
  {
    name: 'late members at every depth',
    make: () =>
      inTree(`${'<t:child>'.repeat(100)}${'<t:child/>'.repeat(200_000)}${'<t:n/></t:child>'.repeat(100)}`),
  },
  {
    name: 'a billion laughs',
    make: () => `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${inTree('<t:n>&b;</t:n>')}`,
  },
];

/** The valid document whose every truncation is tried. */
export const SOUND_RESPONSE: string = inTree(
  '<t:n>some &amp; text</t:n><t:child><t:n>é</t:n></t:child><t:free a="1">x<b/></t:free>',
);

/** The element that the hostile service answers with. */
function inTree(content: string): string {
  return (
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:hostile"><s:Body>' +
    `<t:treeResponse>${content}</t:treeResponse></s:Body></s:Envelope>`
  );
}

function list(count: number, item: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => item(i)).join(' ');
}
