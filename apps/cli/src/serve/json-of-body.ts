import type { CallProblem } from '@soapstone/http-contract';
import { jsonOfFiles } from '@soapstone/http-contract/internal/routes';
import { jsonOfFile, jsonOfForm, type RouteFiles } from '@soapstone/json-xml-mapper/internal/routes';

const EMPTY_OBJECT = new TextEncoder().encode('{}');

/**
 * Returns the JSON text of a body, including one that is a file or a form with some (PG-7, PG-11, PG-12), or what is wrong with the form.
 *
 * @param files what of the route can be a file
 * @param member the member that is the whole body
 */
export async function jsonOfBody(
  body: Uint8Array,
  contentType: string | undefined,
  files: RouteFiles | undefined,
  member: string | undefined,
): Promise<Uint8Array | CallProblem> {
  const header = (name: string) => (name === 'content-type' ? contentType : undefined);
  const read = () => Promise.resolve(body);
  const json = await jsonOfFiles(header, read, files, member, { file: jsonOfFile, form: jsonOfForm });
  return json ?? (body.length === 0 ? EMPTY_OBJECT : body);
}
