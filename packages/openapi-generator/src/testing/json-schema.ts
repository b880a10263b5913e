import { Ajv2020 } from 'ajv/dist/2020.js';

/** Validates JSON against the component schemas of a document, with ajv. */
export function createJudge(schemas: unknown): (component: string, json: unknown) => boolean {
  // Members named `toString` are own properties. Not checked against the schema of JSON Schema, which has no `components` and takes long to compile.
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    validateFormats: false,
    validateSchema: false,
  });
  ajv.addSchema({ $id: 'document', components: { schemas } });
  return (component, json) => {
    const validate = ajv.getSchema(`document#/components/schemas/${component}`);
    if (validate === undefined) throw new Error(`no component ${component}`);
    return validate(json) === true;
  };
}
