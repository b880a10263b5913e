// Loaded into a cascade layer, so that our own styles win whenever their chunk is loaded.
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { ignoreDoublePress } from './repeated-clicks/ignore-double-press.js';

ignoreDoublePress(document);
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
