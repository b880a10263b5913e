import { Paper, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import classes from './viewer.module.css';

/** An OpenAPI document, drawn by Swagger UI. It asks nobody: neither a validator nor the services of the document. */
export default function Viewer({ description }: { readonly description: unknown }) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    // How Swagger UI is told to be dark.
    const { classList } = document.documentElement;
    classList.toggle('dark-mode', scheme === 'dark');
    return () => classList.remove('dark-mode');
  }, [scheme]);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    // It takes a root of its own, which goes with it.
    const root = document.createElement('div');
    element.append(root);
    SwaggerUI({
      domNode: root,
      spec: description,
      validatorUrl: null,
      // Calls are tried on a page of their own, without a key.
      supportedSubmitMethods: [],
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      deepLinking: false,
    });
    return () => root.remove();
  }, [description]);
  return (
    <Paper withBorder p="md">
      <div ref={place} className={classes['viewer']} />
    </Paper>
  );
}
