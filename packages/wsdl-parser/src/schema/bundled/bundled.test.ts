import { clarkName } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { link, schema, schemaDocument } from '../testing/link.js';
import { BUNDLED_NAMESPACES, bundledSchema } from './index.js';

describe('Annex A', () => {
  test.each(BUNDLED_NAMESPACES)('%s links on its own without a diagnostic', (namespace) => {
    // Under another file name it counts as a schema that the description supplies: everything in it is read.
    const document = schemaDocument(bundledSchema(namespace)!, 'own.xsd');
    const { set, diagnostics } = link([document], { bundled: BUNDLED_NAMESPACES });
    expect(document.targetNamespace).toBe(namespace);
    expect(diagnostics).toEqual([]);
    expect(set.types.length + set.elements.length + set.attributes.length).toBeGreaterThan(0);
  });

  test('bundled components are in the set only as far as they are used', () => {
    const { set, element, diagnostics } = link(
      [
        schema(
          '<xs:element name="e"><xs:complexType><xs:attribute ref="xml:lang"/></xs:complexType></xs:element>',
        ),
      ],
      { bundled: BUNDLED_NAMESPACES },
    );
    expect(diagnostics).toEqual([]);
    expect(set.attributes.map(({ name }) => clarkName(name))).toEqual([
      '{http://www.w3.org/XML/1998/namespace}lang',
    ]);
    expect(set.elements).toHaveLength(1);
    expect(set.types).toHaveLength(1);

    const replyTo = element({ namespace: 'http://www.w3.org/2005/08/addressing', localName: 'ReplyTo' });
    expect(set.types[replyTo?.type as number]).toMatchObject({
      name: { localName: 'EndpointReferenceType' },
    });
    // Its references come with it: the address, the reference parameters and the metadata.
    expect(set.types.map((type) => type.name?.localName ?? '')).toEqual([
      '',
      'EndpointReferenceType',
      'AttributedURIType',
      'ReferenceParametersType',
      'MetadataType',
    ]);
  });

  test('MO-3: a supplied schema takes precedence over the bundled one of its namespace', () => {
    const own = schemaDocument(
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://microsoft.com/wsdl/types/">
        <xs:simpleType name="guid"><xs:restriction base="xs:token"/></xs:simpleType></xs:schema>`,
    );
    const { set, type } = link([own], { bundled: ['http://microsoft.com/wsdl/types/'] });
    const guid = type({ namespace: 'http://microsoft.com/wsdl/types/', localName: 'guid' });
    expect(set.types[guid as number]).toMatchObject({ base: 'token', facets: [] });
    const char = type({ namespace: 'http://microsoft.com/wsdl/types/', localName: 'char' });
    expect(set.types[char as number]).toMatchObject({ base: 'unsignedShort' });
  });

  test.each(['2005/05', '2004/11', '2004/06'])('the types and attributes of xmlmime %s resolve', (date) => {
    const namespace = `http://www.w3.org/${date}/xmlmime`;
    const { set, diagnostics } = link(
      [
        schema(
          `<xs:element name="image" xmlns:m="${namespace}" m:expectedContentTypes="image/png" type="m:base64Binary"/>
           <xs:element name="other" xmlns:m="${namespace}"><xs:complexType><xs:simpleContent><xs:extension base="xs:base64Binary">
             <xs:attribute ref="m:contentType"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>`,
        ),
      ],
      { bundled: BUNDLED_NAMESPACES },
    );
    expect(diagnostics).toEqual([]);
    expect(set.attributes.map(({ name }) => clarkName(name))).toEqual([`{${namespace}}contentType`]);
    expect(set.types).toHaveLength(3);
  });

  test('AN-5: ref="xs:schema" is an element of any content', () => {
    const { set, diagnostics } = link(
      [
        schema(
          '<xs:complexType name="D"><xs:sequence><xs:element ref="xs:schema"/><xs:any/></xs:sequence></xs:complexType>',
        ),
      ],
      { bundled: ['http://www.w3.org/2001/XMLSchema'] },
    );
    expect(diagnostics).toEqual([]);
    expect(set.types[0]).toMatchObject({
      content: {
        particle: {
          particles: [
            {
              kind: 'element',
              name: { namespace: 'http://www.w3.org/2001/XMLSchema', localName: 'schema' },
              type: 'anyType',
              global: true,
            },
            { kind: 'any' },
          ],
        },
      },
    });
  });
});
