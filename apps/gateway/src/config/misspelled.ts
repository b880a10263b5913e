import { SETTING_GROUPS } from './settings.js';

const SETTINGS = SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings));
/** Shorter names are too often those of other programs. */
const SHORTEST = 6;

/**
 * A sentence for each variable that is no setting but looks like a misspelled one: `SIGNUP=closed` would leave sign-up open. Variables of
 * other programs are as they are.
 */
export function findMisspelled(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(environment)
    .filter((name) => !SETTINGS.includes(name))
    .flatMap((name) => {
      const meant = SETTINGS.find((setting) => isSlip(name, setting));
      return meant === undefined ? [] : [`${name} is not a setting: did you mean ${meant}?`];
    })
    .sort();
}

/** The same but for underscores and case, or but for one character that is missing, added or wrong. */
function isSlip(name: string, setting: string): boolean {
  const plain = (text: string): string => text.replaceAll('_', '').toUpperCase();
  const [one, other] = [plain(name), plain(setting)];
  if (one === other) return true;
  if (Math.min(one.length, other.length) < SHORTEST || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  return rest.slice(1) === otherRest.slice(1) || rest.slice(1) === otherRest || rest === otherRest.slice(1);
}
