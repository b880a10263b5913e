/** A schema of OpenAPI 3.1, which is JSON Schema 2020-12. */
export type ContractSchema = { readonly [keyword: string]: unknown };

/** Returns a reference to one of the contract's components, by its name. */
export type ContractReference = (component: string) => ContractSchema;

/** Schemas that a contract adds to a document, by component name. A component that nothing refers to is left out. */
export type ContractComponents = Readonly<Record<string, (reference: ContractReference) => ContractSchema>>;
