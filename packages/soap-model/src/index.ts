/**
 * The vocabulary of the Soapstone packages: the model of a service description, which `@soapstone/wsdl-parser` creates and
 * `@soapstone/json-xml-mapper` compiles, and the names in it.
 */
export { isBuiltinDerived } from './builtin-bases.js';
export type * from './diagnostic.js';
export { isServiceModel, modelProblem } from './is-service-model.js';
export type * from './mime-part.js';
export { clarkName, type ExpandedName, parseClarkName, type SourceLocation } from './names.js';
export type * from './schema.js';
export type * from './security-policy.js';
export type * from './service-model.js';
