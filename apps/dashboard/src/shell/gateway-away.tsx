import { Alert, Loader } from '@mantine/core';
import type { AnyRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { queryClient } from '../api/requests/query-client.js';
import { probe, useIsAway } from '../api/requests/reachability.js';
import classes from './gateway-away.module.css';

/** Interval between attempts to reach a gateway that is away, in milliseconds. */
const PAUSE = 2000;

/** Says that the gateway is away, and reloads failed data as soon as it is back. */
export function GatewayAway({ router }: { readonly router: AnyRouter }) {
  const away = useIsAway();
  const wasAway = useRef(false);
  useEffect(() => {
    if (away) {
      wasAway.current = true;
      const timer = setInterval(() => void probe(), PAUSE);
      return () => clearInterval(timer);
    }
    if (wasAway.current) {
      wasAway.current = false;
      void queryClient.invalidateQueries();
      void router.invalidate();
    }
    return undefined;
  }, [away, router]);
  return (
    <div role="status" className={classes['place']}>
      {away && (
        <Alert
          color="yellow"
          variant="filled"
          title="The gateway is not responding"
          icon={<Loader size={18} color="currentColor" aria-hidden />}
        >
          Trying again. What you have typed stays here.
        </Alert>
      )}
    </div>
  );
}
