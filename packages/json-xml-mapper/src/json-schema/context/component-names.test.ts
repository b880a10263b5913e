import type { ExpandedName, ServiceModel } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { nameComponents } from './component-names.js';

function modelOf(...names: ExpandedName[]): ServiceModel {
  return {
    modelVersion: 1,
    wsdlVersion: '1.1',
    targetNamespace: 'urn:m',
    services: [],
    exposed: [],
    schema: {
      types: names.map((name) => ({
        kind: 'simple',
        name,
        targetNamespace: name.namespace,
        variety: { kind: 'atomic', builtin: 'string' },
        facets: [],
      })),
      elements: [],
      attributes: [],
    },
  };
}

const name = (namespace: string, localName: string): ExpandedName => ({ namespace, localName });

describe('names of components (OA-3)', () => {
  test.each<[string, ExpandedName[], string[]]>([
    ['the local name', [name('urn:m', 'User')], ['User']],
    [
      'the target namespace keeps the plain name, the others are numbered by namespace',
      [name('urn:z', 'User'), name('urn:b', 'User'), name('urn:m', 'User')],
      ['User.3', 'User.2', 'User'],
    ],
    [
      'without the target namespace, the first namespace keeps it',
      [name('urn:z', 'User'), name('urn:b', 'User')],
      ['User.2', 'User'],
    ],
    ['characters that a component name may not have', [name('urn:m', 'Größe')], ['Gr__e']],
    [
      'names that differ only in such characters',
      [name('urn:m', 'Größe'), name('urn:m', 'Graße')],
      ['Gr__e', 'Gra_e'],
    ],
    [
      'a number that is already taken as a name is skipped',
      [name('urn:m', 'A'), name('urn:n', 'A'), name('urn:m', 'A.2')],
      ['A', 'A.3', 'A.2'],
    ],
    [
      'a word that TypeScript lets nobody declare is followed by Type, and shares its name with a type that has it',
      [name('urn:m', 'number'), name('urn:m', 'Number'), name('urn:n', 'numberType'), name('urn:m', 'class')],
      ['numberType', 'Number', 'numberType.2', 'classType'],
    ],
    [
      'of names that differ in case alone, the first keeps its own, with its numbers',
      [name('urn:m', 'status'), name('urn:m', 'Status'), name('urn:n', 'Status')],
      ['status.3', 'Status', 'Status.2'],
    ],
    [
      'the name of the target namespace is kept, and the one that differs in case gets a number',
      [name('urn:n', 'Status'), name('urn:m', 'status')],
      ['Status.2', 'status'],
    ],
    [
      'so are names that differ in punctuation, which generators leave out',
      [
        name('urn:m', 'Get_User'),
        name('urn:m', 'GetUser'),
        name('urn:m', 'GetUser2'),
        name('urn:m', '_GetUser'),
      ],
      ['Get_User.3', 'GetUser', 'GetUser2', '_GetUser.4'],
    ],
    [
      'names without a letter that a component may have',
      [name('urn:m', 'Имя'), name('urn:m', 'Год'), name('urn:m', 'Номер')],
      ['___.2', '___', '_____'],
    ],
  ])('%s', (_, names, expected) => {
    const components = nameComponents(modelOf(...names));
    expect(names.map((each) => components.ofType(each))).toEqual(expected);
    // The order of the model does not matter.
    const reversed = nameComponents(modelOf(...names.toReversed()));
    expect(names.map((each) => reversed.ofType(each))).toEqual(expected);
  });

  test('a generated name gives way to a name of the WSDL', () => {
    const components = nameComponents(modelOf(name('urn:m', 'Error')));
    expect([components.take('Error'), components.take('Error'), components.take('Meta')]).toEqual([
      'Error_2',
      'Error_3',
      'Meta',
    ]);
  });

  test('a generated name gives way to one that differs in case or punctuation', () => {
    const components = nameComponents(modelOf(name('urn:m', 'TrackRequest'), name('urn:m', 'trackRequest2')));
    expect(['trackRequest', 'track_Request', 'TrackReply', 'trackReply'].map(components.take)).toEqual([
      'trackRequest_3',
      'track_Request_4',
      'TrackReply',
      'trackReply_2',
    ]);
    expect(['trackreply', 'AnyElement', 'AnyElement'].map(components.number)).toEqual([
      'trackreply.3',
      'AnyElement',
      'AnyElement.2',
    ]);
  });
});
