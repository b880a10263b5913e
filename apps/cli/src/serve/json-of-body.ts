import type { CallProblem } from '@soapstone/http-contract';
import { fileInForm, hasFile, hasForm, isRouteProblem } from '@soapstone/http-contract/internal/routes';
import { type FilePlace, jsonOfFile } from '@soapstone/json-xml-mapper/internal/routes';

const EMPTY_OBJECT = new TextEncoder().encode('{}');

/**
 * Returns the JSON text of a body, also of one that is a file or a form with one (PG-7, PG-11), or what is wrong with the form.
 *
 * @param place where the body of the route can have a file
 * @param member the member that is the whole body
 */
export async function jsonOfBody(
  body: Uint8Array,
  contentType: string | undefined,
  place: FilePlace | undefined,
  member: string | undefined,
): Promise<Uint8Array | CallProblem> {
  const header = (name: string) => (name === 'content-type' ? contentType : undefined);
  if (place !== undefined && hasFile(header)) return jsonOfFile(place, body);
  if (place === undefined || !hasForm(header)) return body.length === 0 ? EMPTY_OBJECT : body;
  const form = new Response(Buffer.from(body), { headers: { 'content-type': contentType ?? '' } });
  const file = await fileInForm(form, place.key ?? member ?? '');
  return isRouteProblem(file) ? file : jsonOfFile(place, file);
}
