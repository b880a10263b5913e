import type { ElementMember, ObjectShape, Shape } from '../shape/shape.js';

/** Names of members that hold a secret, in lower case without separators. */
const SECRETS: ReadonlySet<string> = new Set(
  'password passwd pwd passphrase passcode pin secret clientsecret sharedsecret secretkey apikey apitoken accesskey accesstoken authkey authtoken securitykey securitytoken privatekey licensekey licencekey token'.split(
    ' ',
  ),
);

/** Names of members that are filled if a secret is beside them. */
const USERS: ReadonlySet<string> = new Set('user username userid login loginname clientid'.split(' '));

/** The members that look like secrets, and the names of users beside them. */
export function secretsIn({ members, attributes }: ObjectShape): readonly string[] {
  const simple = [
    ...members.filter((member) => isSingle(member) && member.shape.kind === 'scalar'),
    ...attributes.filter(({ shape }) => shape.kind === 'scalar'),
  ].map(({ key }) => key);
  const secrets = simple.filter((key) => SECRETS.has(plainName(key)));
  return secrets.length === 0
    ? []
    : simple.filter((key) => secrets.includes(key) || USERS.has(plainName(key)));
}

/** Whether a member occurs once, as the element that declares it. */
export function isSingle({ array, substitution }: ElementMember): boolean {
  return !array && substitution === undefined;
}

/** A name in lower case, without what separates its words. */
export function plainName(key: string): string {
  return key.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** `carrier-key` for `Carrier/Key`: the last two keys. */
export function nameOfSecret(path: readonly string[]): string {
  const words = path.slice(-2).flatMap((key) =>
    key
      .replace(/[^A-Za-z0-9]/g, '-')
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .split('-'),
  );
  const name = words
    .filter((word) => word !== '')
    .join('-')
    .toLowerCase()
    .slice(0, 64);
  return name === '' ? 'secret' : name;
}

/** Whether a text can stand in one line of a comment. */
export function isPrintable(text: string): boolean {
  return text.length <= 500 && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}

/** The object in a value, even one of a type with derived types. */
export function objectOf(shape: Shape | undefined): ObjectShape | undefined {
  if (shape === undefined) return undefined;
  const object = shape.kind === 'polymorphic' ? shape.declared : shape;
  return object.kind === 'object' ? object : undefined;
}
