import type { ComplexType, Particle } from '@soapstone/soap-model';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { expect, test } from 'vitest';
import { link, schemaDocument } from './testing/link.js';

/**
 * libxml2 as an independent judge of effective content (MO-5): random schemas of derived types, groups and attribute groups; for
 * each type, random children and attributes, valid and invalid ones. The effective particle and attributes must admit what
 * libxml2 accepts. Element names are unique in a schema, so that every content model is unambiguous.
 */

test('effective content matches libxml2', () => {
  let accepted = 0;
  let refused = 0;
  for (let seed = 1; seed <= 100; seed++) {
    const random = randomNumbers(seed);
    const text = randomSchema(random);
    const { set, diagnostics } = link([schemaDocument(text)]);
    expect(diagnostics, text).toEqual([]);
    // libxml2 calls some nested repetitions ambiguous, `(a*)*` for one, and compiles no schema that has them.
    const judge = compile(text);
    if (judge === undefined) continue;
    for (const type of set.types) {
      if (type.kind !== 'complex' || type.name === undefined) continue;
      for (let i = 0; i < 12; i++) {
        const children = spoil(
          random,
          'particle' in type.content ? derive(random, type.content.particle!) : [],
        );
        const attributes = chooseAttributes(random, type);
        const instance = `<t:r${type.name.localName.slice(1)} xmlns:t="urn:t" ${attributes.map((name) => `${name}="v"`).join(' ')}>${children.map((name) => `<t:${name}/>`).join('')}</t:r${type.name.localName.slice(1)}>`;
        const admitted = admitsChildren(type, children) && admitsAttributes(type, attributes);
        expect(isValid(judge, instance), `seed ${seed}\n${instance}\n${text}`).toBe(admitted);
        if (admitted) accepted++;
        else refused++;
      }
    }
    judge.dispose();
  }
  // The comparison proves nothing unless both answers occur.
  expect(Math.min(accepted, refused)).toBeGreaterThan(500);
});

function compile(schema: string): XsdValidator | undefined {
  const document = XmlDocument.fromString(schema);
  try {
    return XsdValidator.fromDoc(document);
  } catch {
    return undefined;
  } finally {
    document.dispose();
  }
}

function isValid(schema: XsdValidator, instance: string): boolean {
  const document = XmlDocument.fromString(instance);
  try {
    schema.validate(document);
    return true;
  } catch (error) {
    if (error instanceof XmlValidateError) return false;
    throw error;
  } finally {
    document.dispose();
  }
}

type Random = (below: number) => number;

/** Mulberry32: the same numbers for the same seed, everywhere. */
function randomNumbers(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

// No finite repetition: inside a repeated group libxml2 2.9.9 counts it wrongly.
const OCCURRENCES = [
  '',
  '',
  '',
  ' minOccurs="0"',
  ' maxOccurs="unbounded"',
  ' minOccurs="0" maxOccurs="unbounded"',
  ' minOccurs="0" maxOccurs="0"',
];

function randomSchema(random: Random): string {
  let names = 0;
  /** Groups that may be referred to, each once: a name that comes twice could make a content model ambiguous. */
  const groups: string[] = [];
  // `maxOccurs="0"`, the last, only in a sequence: a choice without a branch can never be satisfied, and here it is empty (CM-1).
  const occurs = (kind: 'sequence' | 'choice'): string =>
    OCCURRENCES[random(OCCURRENCES.length - (kind === 'choice' ? 1 : 0))]!;
  const group = (depth: number, parent: 'sequence' | 'choice' = 'choice'): string => {
    const kind = random(2) === 0 ? 'sequence' : 'choice';
    const parts = Array.from({ length: 1 + random(3) }, () => {
      const what = random(6);
      if (what === 0 && depth > 0) return group(depth - 1, kind);
      const unused = what === 1 ? groups.pop() : undefined;
      if (unused !== undefined) return `<xs:group ref="t:${unused}"${occurs(kind)}/>`;
      if (what === 2) return `<xs:element ref="t:g${random(3)}x${names++}"${occurs(kind)}/>`;
      return `<xs:element name="e${names++}" type="xs:string"${occurs(kind)}/>`;
    });
    return `<xs:${kind}${occurs(parent)}>${parts.join('')}</xs:${kind}>`;
  };
  const attributes = (): string =>
    Array.from(
      { length: random(3) },
      () => `<xs:attribute name="a${names++}" type="xs:string"${random(2) === 0 ? ' use="required"' : ''}/>`,
    ).join('');
  const parts: string[] = [];
  for (let i = 0; i < 3; i++) {
    parts.push(`<xs:group name="G${i}">${group(1).replace(/^<xs:(\w+)[^>]*>/, '<xs:$1>')}</xs:group>`);
    parts.push(`<xs:attributeGroup name="A${i}">${attributes()}</xs:attributeGroup>`);
  }
  groups.push('G0', 'G1', 'G2');
  for (let i = 0; i < 4; i++) {
    const content = random(5) === 0 ? '' : group(2);
    const extra = `${attributes()}${random(2) === 0 && i < 3 ? `<xs:attributeGroup ref="t:A${i}"/>` : ''}`;
    parts.push(
      i === 0 || random(4) === 0
        ? `<xs:complexType name="T${i}">${content}${extra}</xs:complexType>`
        : `<xs:complexType name="T${i}"><xs:complexContent><xs:extension base="t:T${i - 1}">${content}${extra}</xs:extension></xs:complexContent></xs:complexType>`,
    );
    parts.push(`<xs:element name="r${i}" type="t:T${i}"/>`);
  }
  const body = parts.join('\n');
  const globals = [...body.matchAll(/ref="t:(g\w+)"/g)].map(
    ([, name]) => `<xs:element name="${name}" type="xs:string"/>`,
  );
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">\n${body}\n${globals.join('')}</xs:schema>`;
}

/** Children that `particle` admits. */
function derive(random: Random, particle: Particle): string[] {
  const { minOccurs, maxOccurs } = particle;
  const most = maxOccurs === 'unbounded' ? minOccurs + 2 : maxOccurs;
  const count = minOccurs + random(most - minOccurs + 1);
  return Array.from({ length: count }, () => {
    if (particle.kind === 'element') return [particle.name.localName];
    if (particle.kind === 'any') return [];
    if (particle.kind === 'choice')
      return derive(random, particle.particles[random(particle.particles.length)]!);
    return particle.particles.flatMap((each) => derive(random, each));
  }).flat();
}

/** Leaves `children` as they are, or take one away, repeat one, or swap two. */
function spoil(random: Random, children: string[]): string[] {
  const spoilt = [...children];
  const at = children.length === 0 ? 0 : random(children.length);
  switch (random(5)) {
    case 0:
      spoilt.splice(at, 1);
      break;
    case 1:
      spoilt.splice(random(children.length + 1), 0, children[at] ?? 'unknown');
      break;
    case 2:
      if (children.length > 1) spoilt.push(...spoilt.splice(at, 1));
      break;
  }
  return spoilt;
}

function chooseAttributes(random: Random, { attributes }: ComplexType): string[] {
  const chosen = attributes.filter(({ required }) => (required ? random(15) > 0 : random(2) === 0));
  const names = chosen.map(({ name }) => name.localName);
  return random(15) === 0 ? [...names, 'unknown'] : names;
}

function admitsAttributes({ attributes }: ComplexType, names: readonly string[]): boolean {
  const known = new Set(attributes.map(({ name }) => name.localName));
  return (
    names.every((name) => known.has(name)) &&
    attributes.every(({ required, name }) => !required || names.includes(name.localName))
  );
}

function admitsChildren({ content }: ComplexType, children: readonly string[]): boolean {
  const expression = 'particle' in content && content.particle !== undefined ? pattern(content.particle) : '';
  return new RegExp(`^${expression}$`).test(children.map((name) => `<${name}>`).join(''));
}

function pattern(particle: Particle): string {
  const max = particle.maxOccurs === 'unbounded' ? '' : particle.maxOccurs;
  const inner =
    particle.kind === 'element'
      ? `<${particle.name.localName}>`
      : particle.kind === 'any'
        ? ''
        : particle.particles.map(pattern).join(particle.kind === 'choice' ? '|' : '');
  return `(?:${inner}){${particle.minOccurs},${max}}`;
}
