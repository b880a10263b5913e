/** The oracle of the pattern tests; its own declarations are not reachable through its `exports`. */
declare module 'xspattern' {
  export function compile(
    pattern: string,
    options?: { language?: 'xsd' | 'xpath' },
  ): (text: string) => boolean;
}
