/**
 * XML Schema as a vocabulary: with `ref="xs:schema"`, .NET puts the schema of a DataSet into a message (AN-5). Its content passes
 * through untyped. The built-in types are not part of it; they are known without a schema.
 */
export const XML_SCHEMA_VOCABULARY = `
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2001/XMLSchema">
  <xs:element name="schema" type="xs:anyType"/>
</xs:schema>`;
