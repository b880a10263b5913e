/**
 * The child process that generates artefacts. A huge or hostile schema hits the memory limit and the limit on processor time here, not in
 * the gateway.
 */
import { parentChannel } from '../../children/channel.js';
import { serveArtefacts } from './serve-artefacts.js';

serveArtefacts(parentChannel());
