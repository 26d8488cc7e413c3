// The place of the snackbars in the top bar.
import { readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TopBar } from './TopBar';

const bar = (hasSnackbar: boolean) => (
  <TopBar
    command={<p>Comando</p>}
    chips={<p>Canais</p>}
    meter={<p>Conexão</p>}
    notifications={<p>Sino</p>}
    snackbars={<p>Aviso</p>}
    hasSnackbar={hasSnackbar}
  />
);

test('a snackbar has a place of its own in the bar, which says so to the command field and the chips', () => {
  const { rerender } = render(bar(false));
  const header = screen.getByRole('banner');
  expect(header).not.toHaveAttribute('data-snackbar');
  rerender(bar(true));
  expect(header).toHaveAttribute('data-snackbar');
  // The snackbar is beside the parts of the bar and not in front of them.
  expect(screen.getByText('Aviso').parentElement?.parentElement).toBe(header);
});

test('the place of a snackbar takes space in the bar instead of covering it', () => {
  const sheet = readFileSync(`${__dirname}/TopBar.module.css`, 'utf8');
  expect(/\.snackbars \{[^}]*position: relative;/.test(sheet)).toBe(true);
  expect(sheet).not.toMatch(/position: (absolute|fixed)/);
});
