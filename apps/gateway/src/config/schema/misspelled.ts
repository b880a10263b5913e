import { SETTING_GROUPS } from './settings.js';

const SETTINGS = SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings));
/** Names shorter than this too often belong to other programs. */
const SHORTEST = 6;

/**
 * Returns a sentence for each variable that is not a setting but looks like a misspelled one: `SIGNUP=closed` would leave sign-up open.
 * Ignores variables of other programs.
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

/** Whether two names are equal except for underscores and case, or except for one character that is missing, added or wrong. */
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
