import { type Check, kindOf, text, wrong } from '@soapstone/options';

/** An object with these members as strings; other members are ignored. */
export function texts(...names: readonly string[]): Check {
  return (value) => {
    if (typeof value !== 'object' || value === null) return wrong(`expected an object, not ${kindOf(value)}`);
    const found = value as Readonly<Record<string, unknown>>;
    return names.flatMap((name) => text(found[name]).map(({ expected }) => ({ path: `/${name}`, expected })));
  };
}
