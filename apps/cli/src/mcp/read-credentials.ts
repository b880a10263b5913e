import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type CredentialProfile, findCredentialProblems } from '@soapstone/soap-transport';
import { reasonOf, unreadable, usageError } from '../errors.js';

/** The variable that holds the credentials as JSON. */
const VARIABLE = 'SOAPSTONE_CREDENTIALS';

/**
 * The credentials for the SOAP server: a JSON file, or the environment variable `SOAPSTONE_CREDENTIALS` with the same JSON. They are
 * never arguments, which every user of the machine can read in the list of processes.
 *
 * @throws {CliError} where the file cannot be read, or is no credential profile; its values are never repeated
 */
export async function readCredentials(
  file: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<CredentialProfile | undefined> {
  const source = file ?? VARIABLE;
  const text = file === undefined ? environment[VARIABLE] : await readText(resolve(cwd, file), file);
  if (text === undefined || text === '') return undefined;
  let profile: unknown;
  try {
    profile = JSON.parse(text);
  } catch {
    throw usageError(
      `${source} is no JSON: expected {"basic": {"username": "…", "password": "…"}} or the like`,
    );
  }
  const [problem] = findCredentialProblems(profile as CredentialProfile);
  if (problem !== undefined) throw usageError(`${source}${problem.path}: ${problem.expected}`);
  return profile as CredentialProfile;
}

async function readText(path: string, name: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw unreadable(`cannot read ${name}: ${reasonOf(cause)}`, cause);
  }
}
