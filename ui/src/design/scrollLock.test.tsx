// Radix locks the scrolling behind a dialog with a <style> element. The server's content security policy allows exactly that text by its hash.
import { render } from '@testing-library/react';
import { Bell } from 'lucide-react';
import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import policy from '../../../server/src/http/security.rs?raw';
import { Dialog } from './Dialog';
import { startI18n } from '../i18n';
import { TooltipProvider } from './Tooltip';

test('the style element of an open dialog has the hash that the content security policy allows', async () => {
  await startI18n();
  // The body as on the page (design/base.css): no margin, and no scrollbar that disappears.
  document.body.style.margin = '0';
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(window.innerWidth);
  render(
    <TooltipProvider>
      <Dialog open title="Preferências" glyph={Bell} footer={null} onClose={() => undefined} />
    </TooltipProvider>,
  );
  const texts = Array.from(document.querySelectorAll('style'), ({ textContent }) => textContent);
  const hashes = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  expect(hashes).toHaveLength(1);
  expect(policy).toContain(hashes[0]);
});
