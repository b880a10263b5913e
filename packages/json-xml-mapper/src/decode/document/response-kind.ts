import type { Use } from '../../shape/shape.js';
import { DocumentKind } from '../../xml/document-kind.js';
import { Prologue } from '../fast/prologue.js';
import type { IdentityChecks } from '../plan/identity-code.js';
import type { DecoderSettings } from '../plan/settings.js';
import type { MessagePlan, PlanSources } from '../state/decoding.js';

/** The state that all responses of one operation share: compiled once, plus what was learned from earlier documents. */
export class ResponseKind {
  readonly settings: DecoderSettings;
  readonly message: MessagePlan;
  readonly plans: PlanSources;
  /** The encoding of the Body. */
  readonly use: Use;
  readonly document: DocumentKind;
  readonly identities: IdentityChecks | undefined;
  readonly prologue: Prologue = new Prologue();
  /** Whether references may lead anywhere, so that the whole document must be buffered (EN-4). */
  readonly hasReferences: boolean;
  #contentType: string | undefined = undefined;
  #charset: string | undefined = undefined;

  constructor(
    settings: DecoderSettings,
    message: MessagePlan,
    plans: PlanSources,
    identities: IdentityChecks | undefined,
  ) {
    this.settings = settings;
    this.identities = identities;
    this.message = message;
    this.plans = plans;
    this.use = message.shape?.encoded === true ? 'encoded' : 'literal';
    this.hasReferences =
      this.use === 'encoded' ||
      [message.headers, message.faultHeaders].some((plan) => plan?.encodedBlocks.size);
    const { limits } = settings;
    this.document = new DocumentKind({
      bytes: limits.responseBytes,
      depth: limits.responseDepth,
      nodes: limits.responseNodes,
      attributesPerElement: limits.attributesPerElement,
      namespacesPerElement: 32,
      namespacesInScope: 256,
      nameLength: 1024,
    });
  }

  /** The `charset` parameter of a Content-Type, which is usually that of the previous response. */
  charsetOf(contentType: string | undefined): string | undefined {
    if (contentType !== this.#contentType) {
      const match =
        contentType === undefined ? null : /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType);
      this.#charset = match?.[1] ?? match?.[2];
      this.#contentType = contentType;
    }
    return this.#charset;
  }
}
