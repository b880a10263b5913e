/**
 * The vocabulary of the Soapstone packages: the model of a service description, which `@soapstone/wsdl-parser` creates and
 * `@soapstone/json-xml-mapper` compiles, and the names in it.
 */
export { isBuiltinDerived } from './model/builtin-bases.js';
export type * from './model/diagnostic.js';
export { isServiceModel, modelProblem } from './model/is-service-model.js';
export type * from './model/mime-part.js';
export { clarkName, type ExpandedName, parseClarkName, type SourceLocation } from './model/names.js';
export type * from './model/schema.js';
export type * from './model/security-policy.js';
export type * from './model/service-model.js';
export type * from './model/signed-element.js';
