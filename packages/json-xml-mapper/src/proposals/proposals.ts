/**
 * `@soapstone/json-xml-mapper/internal/proposals`: what the command line and the gateway propose to an owner who writes a design, without a
 * compatibility promise.
 *
 * @packageDocumentation
 */

export {
  type ListedFaults,
  type ListedInput,
  type ListedMember,
  listFaults,
  listInputs,
  listResults,
} from './list-inputs.js';
export { printProposal } from './print-proposal.js';
export { type ProposedDesign, proposeDesign } from './propose-design.js';
export { withoutEmptyLines } from './without-empty-lines.js';
