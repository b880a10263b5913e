import type { BodyOf } from './requests/send.js';
import type { components } from './schema.js';

export type ConnectionTest = components['schemas']['ConnectionTest'];
export type Credentials = BodyOf<'put', '/api/manage/services/{serviceId}/credentials'>;
export type ProxyLogin = BodyOf<'put', '/api/manage/services/{serviceId}/proxy-login'>;
export type WsdlLogin = BodyOf<'put', '/api/manage/services/{serviceId}/wsdl-login'>;
