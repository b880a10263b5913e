/** The maximum lengths of an address, and of its part before the `@` (RFC 5321 §4.5.3.1). */
const MOST = { address: 254, local: 64 };

/**
 * Returns an email address that can be put into a message as it is: `local@domain` without quotes, comments, lists or routes, which would
 * name another recipient than a person reads. Undefined for any other text.
 *
 * @example
 * readMailAddress('jane.doe@example.com'); // 'jane.doe@example.com'
 * readMailAddress('a@b.example,c@d.example'); // undefined
 */
export function readMailAddress(text: string): string | undefined {
  if (text.length > MOST.address) return undefined;
  const [local = '', domain = '', ...rest] = text.split('@');
  if (rest.length > 0 || local.length > MOST.local) return undefined;
  // A dot-atom of RFC 5322, with letters of all scripts (RFC 6531).
  const isLocal = local.split('.').every((part) => /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u.test(part));
  const isDomain = domain
    .split('.')
    .every(
      (label) =>
        label.length <= 63 && /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*$/u.test(label) && !label.endsWith('-'),
    );
  return isLocal && isDomain ? text : undefined;
}
