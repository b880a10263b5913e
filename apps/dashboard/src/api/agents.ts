import type { AnswerOf } from './requests/send.js';

export type AgentPreview = AnswerOf<'get', '/api/manage/services/{serviceId}/agents'>;
export type AgentAccess = AgentPreview['operations'][number]['access'];
