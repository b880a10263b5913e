import { getRouteApi } from '@tanstack/react-router';
import { type ServiceDetail, useService } from '../api/services.js';
import { useTabTitle } from './tab-title.js';

const route = getRouteApi('/owner/services/$serviceId');

/** The service whose tab is shown; sets the document title to both. */
export function useShownService(tab: string): ServiceDetail {
  const { serviceId } = route.useParams();
  const service = useService(serviceId);
  useTabTitle(tab, service);
  return service;
}
