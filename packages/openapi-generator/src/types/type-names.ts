/** Reserved words that TypeScript does not allow as type names, and built-in names that must not be shadowed. */
const TAKEN: ReadonlySet<string> = new Set([
  ...[
    'any',
    'bigint',
    'boolean',
    'never',
    'null',
    'number',
    'object',
    'string',
    'symbol',
    'undefined',
    'unknown',
    'void',
  ],
  ...[
    'break',
    'case',
    'catch',
    'class',
    'const',
    'continue',
    'debugger',
    'default',
    'delete',
    'do',
    'else',
    'enum',
  ],
  ...[
    'export',
    'extends',
    'false',
    'finally',
    'for',
    'function',
    'if',
    'import',
    'in',
    'instanceof',
    'new',
    'return',
  ],
  ...[
    'super',
    'switch',
    'this',
    'throw',
    'true',
    'try',
    'typeof',
    'var',
    'while',
    'with',
    'let',
    'static',
    'yield',
  ],
  ...['await', 'implements', 'interface', 'package', 'private', 'protected', 'public', 'Operations'],
  // A component may have the name of a global type that the declarations use.
  ...['Array', 'Record'],
]);

/** An identifier for every component: its name, with `_` for invalid characters and a number on collision. */
export function createTypeNames(components: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const used = new Set(TAKEN);
  // Names that need no change go first, so that a changed one never takes the name of another component.
  const isPlain = (component: string): boolean => identifier(component) === component;
  for (const component of [...components.filter(isPlain), ...components.filter((each) => !isPlain(each))]) {
    const wanted = identifier(component);
    let name = wanted;
    for (let number = 2; used.has(name); number++) name = `${wanted}_${number}`;
    used.add(name);
    names.set(component, name);
  }
  return names;
}

function identifier(component: string): string {
  const text = component.replace(/[^A-Za-z0-9_$]/g, '_');
  return /^[0-9]/.test(text) ? `_${text}` : text;
}
