import type { ServiceDetail } from '../api/services.js';

export type Answers = ServiceDetail['settings']['answers'];

/** Whether the SOAP service is called, so that its endpoint matters. */
export function callsService(answers: Answers): boolean {
  return answers === 'live' || answers === 'record';
}

/** The texts about what responds to the calls of a service. */
export const ANSWERS: Readonly<
  Record<
    Answers,
    {
      readonly label: string;
      readonly badge: string;
      readonly banner: string;
      readonly effect: string;
      /** The effect of a call from the dashboard. */
      readonly call: string;
    }
  >
> = {
  live: {
    label: 'Live: the SOAP service',
    badge: 'Live',
    banner: '',
    effect: 'Clients get responses of the SOAP service again, and calls use quota.',
    call: 'Calls the SOAP service and uses quota.',
  },
  mock: {
    label: 'Mock: examples from the WSDL',
    badge: 'Mock',
    banner: 'Clients get examples from the WSDL. The SOAP service is not called.',
    effect:
      'Live clients get invented data from now on, and nothing they send reaches the SOAP service. Each response says so in meta.mock.',
    call: 'Returns an example, as clients get it. Free.',
  },
  record: {
    label: 'Record: the SOAP service, and keep its responses',
    badge: 'Recording',
    banner: 'The SOAP service responds, and each distinct call is kept, without passwords and other secrets.',
    effect:
      'The data of live clients is stored here from now on, without passwords and other secrets. Each response says so in meta.recording.',
    call: 'Calls the SOAP service, keeps the response, and uses quota.',
  },
  replay: {
    label: 'Replay: recorded responses',
    badge: 'Replay',
    banner: 'Clients get recorded responses. The SOAP service is not called.',
    effect:
      'Live clients get recorded data from now on, nothing they send reaches the SOAP service, and calls that are not recorded fail with 502. Each response says so in meta.replayed.',
    call: 'Returns the recorded response, as clients get it. Free.',
  },
};
