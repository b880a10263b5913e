/**
 * The option `dts` of tsup for the libraries: writes declarations without checking the types, which `pnpm run check` does for all libraries in
 * one pass. `isolatedDeclarations` ensures that they do not depend on it. `DECLARATIONS=off` writes none.
 */
export const declarations = process.env.DECLARATIONS !== 'off' && { compilerOptions: { noCheck: true } };
