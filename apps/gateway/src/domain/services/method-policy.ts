import { methodProblem } from '@soapstone/http-contract';
import type { OperationInfo } from '@soapstone/json-xml-mapper';
import { GatewayError } from '../../errors/errors.js';
import type { Plan } from '../accounts/plan.js';
import type { MethodPolicy, OperationSettings, ServiceSettings } from './service-settings.js';

/** The methods of one operation and, if the policy asks for GET but GET is not offered, the reason for its owner. */
export interface AllowedMethods {
  readonly methods: readonly ('GET' | 'POST')[];
  readonly getRefused?: string;
}

/** Returns the policy of an operation: its own, or its service's. */
function methodPolicyOf(
  operation: Pick<OperationSettings, 'methodPolicy'>,
  service: Pick<ServiceSettings, 'methodPolicy'>,
): Exclude<MethodPolicy, 'Inherit'> {
  return operation.methodPolicy === 'Inherit' ? service.methodPolicy : operation.methodPolicy;
}

/**
 * Returns the methods that an operation accepts according to its policy or its service's. GET requires a paid plan and a query-safe input
 * (GQ-1). If a policy of `GET` cannot be applied, POST remains, because an operation without a method could not be called.
 */
export function allowedMethods(
  operation: Pick<OperationSettings, 'methodPolicy'>,
  service: Pick<ServiceSettings, 'methodPolicy'>,
  info: Pick<OperationInfo, 'querySafe'>,
  plan: Pick<Plan, 'paid' | 'name'>,
): AllowedMethods {
  const policy = methodPolicyOf(operation, service);
  if (policy === 'POST') return { methods: ['POST'] };
  if (!plan.paid) return { methods: ['POST'], getRefused: `the ${plan.name} plan has no GET` };
  if (!info.querySafe.safe) return { methods: ['POST'], getRefused: info.querySafe.reason };
  return { methods: policy === 'GET' ? ['GET'] : ['GET', 'POST'] };
}

/** Throws 405 `METHOD_NOT_ALLOWED` with an `Allow` header unless `method` is one of `allowed`. */
export function assertMethod(method: string, allowed: AllowedMethods): asserts method is 'GET' | 'POST' {
  if ((allowed.methods as readonly string[]).includes(method)) return;
  throw new GatewayError(
    methodProblem(allowed.methods, method, method === 'GET' ? allowed.getRefused : undefined),
  );
}
