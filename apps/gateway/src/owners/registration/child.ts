/**
 * The registration process: it reads the documents of one service and returns its model. A hostile or huge WSDL hits the memory limit and
 * the limit on processor time here, not in the gateway.
 */
import { parentChannel } from '../../children/channel.js';
import { prepareCpuLimit } from '../../children/limit-cpu.js';
import { serveImports } from './serve-imports.js';

serveImports(parentChannel());
// The process may be a spare one, which has time before its work arrives.
prepareCpuLimit();
