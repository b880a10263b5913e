import { type JsonObject, stringify } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import type { Channel } from '../../children/channel.js';
import { unpackModel } from '../../domain/services/pack-model.js';
import { describedMapper, makeArtefact } from './artefact.js';
import { makePagePart } from './consumer-page.js';
import { checkMappedDesign, previewMappedDesign, proposeMappedDesign } from './mapped-design.js';
import type { FromArtefactChild, ToArtefactChild } from './messages.js';
import { packText } from './pack-text.js';
import { makePreview } from './preview.js';

/** Generates artefacts: reads the model of one revision and writes texts. */
export function serveArtefacts(channel: Channel<ToArtefactChild, FromArtefactChild>): void {
  channel.receive((message) => {
    const checkCpu = channel.limitCpu(message.cpu);
    void make(message).then((answer) => {
      checkCpu();
      channel.send(answer);
    });
  });
}

async function make({
  model,
  before,
  mapping,
  beforeDesign,
  request,
}: ToArtefactChild): Promise<FromArtefactChild> {
  try {
    if (request.kind === 'design') {
      const report = checkMappedDesign(await unpackModel(model), mapping);
      return { kind: 'made', body: await packText(stringify(report as unknown as JsonObject)) };
    }
    if (request.kind === 'proposal') {
      return { kind: 'made', body: await packText(proposeMappedDesign(await unpackModel(model), mapping)) };
    }
    if (request.kind === 'design-example') {
      const preview = previewMappedDesign(await unpackModel(model), mapping, request.name);
      return { kind: 'made', body: await packText(preview) };
    }
    const { design: _, ...rest } = mapping;
    const earlierMapping = { ...rest, ...defined({ design: beforeDesign }) };
    const mapper = describedMapper(await unpackModel(model), mapping);
    if (request.kind === 'preview')
      return { kind: 'made', body: await packText(makePreview(mapper, request)) };
    if (request.kind === 'page' || request.kind === 'page-operation')
      return { kind: 'made', body: await packText(makePagePart(mapper, request, mapping.design)) };
    const earlier =
      before === undefined ? mapper : describedMapper(await unpackModel(before), earlierMapping);
    const text = makeArtefact(mapper, request, earlier, mapping.design, beforeDesign);
    return { kind: 'made', body: await packText(text) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message.slice(0, 1000) : 'unknown' };
  }
}
