/**
 * The child process that generates artefacts: it reads the model of one revision and writes texts. A huge or hostile schema hits the memory
 * limit and the limit on processor time here, not in the gateway.
 */
import { limitCpu } from '../../children/limit-cpu.js';
import { unpackModel } from '../../domain/services/pack-model.js';
import { describedMapper, makeArtefact } from './artefact.js';
import type { FromArtefactChild, ToArtefactChild } from './messages.js';
import { packText } from './pack-text.js';

process.on('message', (message: ToArtefactChild) => {
  const checkCpu = limitCpu(message.cpu);
  void make(message).then((answer) => {
    checkCpu();
    process.send?.(answer);
  });
});
// Without a parent there is no work.
process.on('disconnect', () => process.exit(0));

async function make({ model, before, mapping, request }: ToArtefactChild): Promise<FromArtefactChild> {
  try {
    const mapper = describedMapper(await unpackModel(model), mapping);
    const earlier = before === undefined ? mapper : describedMapper(await unpackModel(before), mapping);
    return { kind: 'made', body: await packText(makeArtefact(mapper, request, earlier)) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message.slice(0, 1000) : 'unknown' };
  }
}
