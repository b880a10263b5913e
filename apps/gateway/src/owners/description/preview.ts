import { createCatalog } from '@soapstone/agent-tools';
import { type Mapper, stringify } from '@soapstone/json-xml-mapper';
import { type OpenAPI31Object, printOpenApi, provenExamples } from '@soapstone/openapi-generator';
import { type ArtefactRequest, describeService } from './artefact.js';

/** One operation as clients and agents see it. Texts, because a page cannot parse all numbers exactly. */
export interface OperationPreview {
  /** Whether clients do not see the operation at all. The other members are then null. */
  readonly hidden: boolean;
  /** An example of the input. */
  readonly input: string | null;
  /** The OpenAPI document of this operation alone; null on a plan without descriptions. */
  readonly openApi: string | null;
  /** The tool for agents, as a listing has it. */
  readonly tool: string | null;
}

/** The size of a tool that is shown, in tokens: far more than a listing may have. */
const MAX_TOKENS = 100_000;

/** Generates the preview of an operation. */
export function makePreview(
  mapper: Mapper,
  { name, offer }: Extract<ArtefactRequest, { kind: 'preview' }>,
): string {
  const operations = mapper.operations.filter((each) => each.name === name);
  const [info] = operations;
  const preview: OperationPreview =
    info === undefined
      ? { hidden: true, input: null, openApi: null, tool: null }
      : { hidden: false, ...describe(mapper, info, offer) };
  return JSON.stringify(preview);
}

function describe(mapper: Mapper, info: Mapper['operations'][number], offer: ArtefactOffer) {
  const operation = mapper.compile(info.name);
  const alone = {
    model: mapper.model,
    operations: [info],
    compile: (wanted: string) => mapper.compile(wanted),
  };
  const document: OpenAPI31Object = describeService(alone, offer);
  const service = {
    slug: offer.serviceSlug,
    title: offer.title,
    mapper,
    operations: [{ name: info.name, readOnly: info.readStyle }],
  };
  const { tools, lazy } = createCatalog([service], { tokenBudget: MAX_TOKENS });
  const tool = lazy ? undefined : tools[0];
  return {
    input: stringify(provenExamples(operation).request ?? operation.example('input')),
    openApi: offer.plan.paid ? printOpenApi(document, 'yaml') : null,
    tool: tool ?? null,
  };
}

type ArtefactOffer = Extract<ArtefactRequest, { kind: 'preview' }>['offer'];
