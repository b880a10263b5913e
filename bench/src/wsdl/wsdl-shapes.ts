/** The measure of a generated WSDL. */
interface Measure {
  readonly operations: number;
  readonly types: number;
  /** The schema documents that hold the types, each with a namespace of its own. */
  readonly files: number;
  /** The elements of a type. */
  readonly elements: number;
  /** The attributes of a type. */
  readonly attributes?: number;
  /** How many types extend the one before them, of ten. */
  readonly derived?: number;
  /** Values of an enumeration that each type has. */
  readonly values?: number;
  /** Sentences of documentation on each element. */
  readonly sentences?: number;
}

/** Ten forms that large services of the corpus have: many operations, many types, many files, much documentation. */
export const SHAPES: readonly (readonly [label: string, measure: Measure])[] = [
  ['10 KB', { operations: 3, types: 6, files: 1, elements: 6 }],
  ['1,500 operations', { operations: 1500, types: 300, files: 1, elements: 5 }],
  ['2,600 types', { operations: 100, types: 2600, files: 1, elements: 6 }],
  ['47 files', { operations: 60, types: 470, files: 47, elements: 8 }],
  ['76 files', { operations: 120, types: 760, files: 76, elements: 8 }],
  ['200 operations', { operations: 200, types: 300, files: 1, elements: 4 }],
  ['derived types', { operations: 80, types: 600, files: 1, elements: 5, derived: 6 }],
  ['attributes', { operations: 80, types: 600, files: 1, elements: 2, attributes: 8 }],
  ['enumerations', { operations: 80, types: 400, files: 1, elements: 6, values: 30 }],
  ['documentation', { operations: 100, types: 400, files: 1, elements: 6, sentences: 3 }],
];

const SIMPLE = ['xs:string', 'xs:int', 'xs:dateTime', 'xs:decimal', 'xs:boolean', 'xs:long'] as const;

/** Generates a service of this measure: the texts of its files by name. The WSDL is `service.wsdl`. */
export function wsdlShape(measure: Measure): ReadonlyMap<string, string> {
  const { operations, types, files } = measure;
  const perFile = Math.ceil(types / files);
  const fileOf = (type: number): number => Math.floor(type / perFile);
  const schemas = Array.from({ length: files }, (_, file) => {
    const own = Array.from(
      { length: Math.min(perFile, types - file * perFile) },
      (_, each) => file * perFile + each,
    );
    const texts = own.map((type) => typeText(type, measure, fileOf));
    const wanted = new Set(
      own.flatMap((type) => neighbours(type, measure).map(fileOf)).filter((each) => each !== file),
    );
    const prefixes = [...wanted].map((each) => ` xmlns:n${each}="urn:shape:${each}"`).join('');
    const imports = [...wanted].map(
      (each) =>
        `<xs:import namespace="urn:shape:${each}"${files > 1 ? ` schemaLocation="types${each}.xsd"` : ''}/>`,
    );
    return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shape:${file}" xmlns:n${file}="urn:shape:${file}"${prefixes} elementFormDefault="qualified">${imports.join('')}\n${texts.join('\n')}\n</xs:schema>`;
  });
  const inline = files === 1 ? schemas[0] : '';
  const messages = Array.from({ length: operations }, (_, index) => ({
    name: `Operation${index}`,
    type: index % types,
  }));
  const elements = messages.map(
    ({ name, type }) => `
      <xs:element name="${name}"><xs:complexType><xs:sequence><xs:element name="id" type="xs:long"/><xs:element name="filter" type="n${fileOf(type)}:Type${type}" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="${name}Response"><xs:complexType><xs:sequence><xs:element name="item" type="n${fileOf(type)}:Type${type}" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>`,
  );
  const used = [...new Set(messages.map(({ type }) => fileOf(type)))];
  const prefixes = used.map((each) => ` xmlns:n${each}="urn:shape:${each}"`).join('');
  const imports = used.map(
    (each) =>
      `<xs:import namespace="urn:shape:${each}"${files > 1 ? ` schemaLocation="types${each}.xsd"` : ''}/>`,
  );
  const wsdl = `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions name="Shape" targetNamespace="urn:shape" xmlns:tns="urn:shape" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema"${prefixes}>
  <wsdl:types>${inline}<xs:schema targetNamespace="urn:shape" elementFormDefault="qualified">${imports.join('')}${elements.join('')}
  </xs:schema></wsdl:types>
${messages
  .map(
    ({
      name,
    }) => `  <wsdl:message name="${name}"><wsdl:part name="parameters" element="tns:${name}"/></wsdl:message>
  <wsdl:message name="${name}Response"><wsdl:part name="parameters" element="tns:${name}Response"/></wsdl:message>`,
  )
  .join('\n')}
  <wsdl:portType name="Shape">
${messages.map(({ name }) => `    <wsdl:operation name="${name}"><wsdl:input message="tns:${name}"/><wsdl:output message="tns:${name}Response"/></wsdl:operation>`).join('\n')}
  </wsdl:portType>
  <wsdl:binding name="ShapeSoap" type="tns:Shape"><soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
${messages.map(({ name }) => `    <wsdl:operation name="${name}"><soap:operation soapAction="urn:${name}"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`).join('\n')}
  </wsdl:binding>
  <wsdl:service name="Shape"><wsdl:port name="Shape" binding="tns:ShapeSoap"><soap:address location="http://localhost/"/></wsdl:port></wsdl:service>
</wsdl:definitions>
`;
  const documents: [string, string][] =
    files === 1 ? [] : schemas.map((text, file) => [`types${file}.xsd`, text]);
  return new Map([['service.wsdl', wsdl], ...documents]);
}

/** The types that a type refers to: a tree, so that no parser needs a stack as deep as there are types. */
function neighbours(type: number, { types }: Measure): readonly number[] {
  return [2 * type + 1, 2 * type + 2].filter((each) => each < types);
}

function typeText(type: number, measure: Measure, fileOf: (type: number) => number): string {
  const { elements, attributes = 0, derived = 0, values = 0, sentences = 0 } = measure;
  const documentation =
    sentences === 0
      ? ''
      : `<xs:annotation><xs:documentation>${'This value is used by the service for a purpose of its own. '.repeat(sentences)}</xs:documentation></xs:annotation>`;
  const references = neighbours(type, measure).map((each) => `n${fileOf(each)}:Type${each}`);
  const enumeration =
    values === 0
      ? ''
      : `\n  <xs:simpleType name="Code${type}"><xs:restriction base="xs:string">${Array.from({ length: values }, (_, index) => `<xs:enumeration value="CODE_${index}"/>`).join('')}</xs:restriction></xs:simpleType>`;
  const fields = Array.from({ length: elements }, (_, index) => {
    const kind =
      references[index] ??
      (values > 0 && index === elements - 1
        ? `n${fileOf(type)}:Code${type}`
        : SIMPLE[(type + index) % SIMPLE.length]);
    const occurs = index % 3 === 2 ? ' maxOccurs="unbounded"' : '';
    return `<xs:element name="field${index}" type="${kind}" minOccurs="0"${occurs}>${documentation}</xs:element>`;
  });
  const attribute = Array.from(
    { length: attributes },
    (_, index) => `<xs:attribute name="attribute${index}" type="${SIMPLE[index % SIMPLE.length]}"/>`,
  );
  const content = `<xs:sequence>${fields.join('')}</xs:sequence>${attribute.join('')}`;
  const extendsOther = type % 10 < derived && type > 0 && fileOf(type - 1) === fileOf(type);
  const body = extendsOther
    ? `<xs:complexContent><xs:extension base="n${fileOf(type)}:Type${type - 1}"><xs:sequence><xs:element name="own${type}" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent>`
    : content;
  return `  <xs:complexType name="Type${type}">${body}</xs:complexType>${enumeration}`;
}
