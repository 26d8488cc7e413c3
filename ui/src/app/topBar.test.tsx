// Tests of the place of the snackbars in the top bar.
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

test('a snackbar has its own place in the top bar, and the bar tells the command field and the chips that the place is taken', () => {
  const { rerender } = render(bar(false));
  const header = screen.getByRole('banner');
  expect(header).not.toHaveAttribute('data-snackbar');
  rerender(bar(true));
  expect(header).toHaveAttribute('data-snackbar');
  // The snackbar is beside the parts of the bar and not in front of them.
  expect(screen.getByText('Aviso').parentElement?.parentElement).toBe(header);
});

test("the snackbar's place takes room in the top bar; on a phone it covers the channels, so that nothing below moves", () => {
  const sheet = readFileSync(`${__dirname}/TopBar.module.css`, 'utf8');
  const [wide, phone] = sheet.split('@media (--below-tablet)');
  expect(/\.snackbars \{[^}]*position: relative;/.test(wide ?? '')).toBe(true);
  expect(wide).not.toMatch(/position: (absolute|fixed)/);
  expect(/\.bar\[data-snackbar\] > \.snackbars \{[^}]*position: absolute;/.test(phone ?? '')).toBe(true);
  // The bar keeps its height.
  expect(phone).not.toMatch(/\n {2}\.bar(\[data-snackbar\])? \{[^}]*height: auto/);
});
