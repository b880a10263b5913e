import type { ServiceModel } from '@soapstone/wsdl-parser';
import type { StoredArtefact } from '../../store/repositories/services/artefacts.js';
import { artefactKey, describedMapper, makeArtefact } from '../description/artefact.js';
import { packText } from '../description/pack-text.js';
import type { Described } from './messages.js';

/** The limits of pages that are generated at import: their number, milliseconds and bytes. Others are generated on request. */
const MAX_PAGES = 200;
const PAGES_CPU = 2_000;
const PAGES_BYTES = 4 * 1024 * 1024;

/** Generates the list of the operations of a revision, and the page of each operation, while it is imported. */
export async function makePages(
  model: ServiceModel,
  digest: string,
  { mapping, maker }: Described,
): Promise<StoredArtefact[]> {
  const pages: StoredArtefact[] = [];
  const began = process.cpuUsage();
  let bytes = 0;
  try {
    const mapper = describedMapper(model, mapping);
    const requests: Parameters<typeof makeArtefact>[1][] = [
      { kind: 'operations' },
      ...mapper.model.exposed.slice(0, MAX_PAGES).map(({ name }) => ({ kind: 'operation', name }) as const),
    ];
    for (const request of requests) {
      const { user, system } = process.cpuUsage(began);
      if (bytes > PAGES_BYTES || (user + system) / 1000 > PAGES_CPU) break;
      const body = await packText(makeArtefact(mapper, request));
      bytes += body.length;
      pages.push({ key: artefactKey(maker, [digest], mapping, request), body });
    }
  } catch {
    // A failure is reported when someone requests the page.
  }
  return pages;
}
