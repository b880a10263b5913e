import { parseJson } from '@soapstone/json-xml-mapper';
import { type DesignReport, designNeeds } from '@soapstone/json-xml-mapper/design';
import { Type } from 'typebox';
import { designSecretNames } from '../../../credentials/service-secrets.js';
import {
  ANY,
  arrayOf,
  BOOLEAN,
  enumOf,
  INTEGER,
  nullable,
  object,
  TEXT,
} from '../../../domain/json-schema.js';
import { readDesign } from '../../../domain/services/read-design.js';
import type { RegisteredService } from '../../../domain/services/registered-service.js';
import { writtenDesign } from '../../registration/register.js';
import { DESIGN_PROBLEM } from '../answers/revisions.js';
import type { ManagementDependencies } from '../routing/route.js';

/** The form in which the design of a service is shown. */
export const SHOWN_DESIGN = object({
  revision: INTEGER,
  design: nullable(Type.Unsafe<unknown>({ type: 'object' })),
  // The design as its owner wrote it, with its comments; null if only the design is known.
  text: nullable(TEXT),
  filled: arrayOf(
    object({
      operation: TEXT,
      keys: arrayOf(TEXT),
      source: enumOf(['constant', 'secret', 'header', 'uuid', 'timestamp', 'session']),
      type: TEXT,
      name: nullable(TEXT),
      value: ANY,
    }),
  ),
  problems: arrayOf(DESIGN_PROBLEM),
  // The secrets that the design names, and others that are stored.
  secrets: arrayOf(object({ name: TEXT, stored: BOOLEAN, used: BOOLEAN })),
});

/** Shows the design of the live revision, without the values of its secrets. */
export async function showDesign(service: RegisteredService, deps: ManagementDependencies) {
  const { accountId, id, revision } = service;
  const [written, sealed] = await Promise.all([
    writtenDesign(service, deps),
    deps.store.secrets.find(accountId, id),
  ]);
  const stored = designSecretNames(sealed.keys());
  const design = written === null ? null : readDesign(written.json);
  const used = design === null ? [] : designNeeds(design).secrets;
  const report: Pick<DesignReport, 'filled' | 'problems'> =
    written === null
      ? { problems: [], filled: [] }
      : (parseJson(
          (await deps.artefacts.get(service, { kind: 'design' }, { revision })).text.toString('utf8'),
        ) as unknown as DesignReport);
  return {
    revision,
    design,
    text: written?.text ?? null,
    filled: report.filled.map(({ operation, keys, source, type, name, value }) => ({
      operation,
      keys,
      source,
      type,
      name: name ?? null,
      value: value ?? null,
    })),
    problems: report.problems.map(({ at, message }) => ({ at, message })),
    secrets: [...new Set([...used, ...stored])]
      .sort()
      .map((name) => ({ name, stored: stored.includes(name), used: used.includes(name) })),
  };
}
