// The form of a new password. The core decides which errors are shown, and when.
import { render } from '@testing-library/react';
import type { NewPasswordView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { NewPasswordForm } from './NewPasswordForm';

beforeEach(() => startI18n('pt-BR'));

const view: NewPasswordView = {
  linked: true,
  saving: false,
  longest: 15,
  lengthKept: false,
  same: false,
  currentError: undefined,
  passwordError: undefined,
  repeatedError: undefined,
  error: undefined,
};

test('every field is marked as required for screen readers, and no label has a mark', () => {
  const { container } = render(
    <TooltipProvider>
      <NewPasswordForm view={view} intend={vi.fn()} id="password" size="medium" asksCurrent />
    </TooltipProvider>,
  );
  const fields = container.querySelectorAll('input');
  expect(fields).toHaveLength(3);
  for (const field of fields) expect(field).toBeRequired();
  const labels = [...container.querySelectorAll('label')].map(({ textContent }) => textContent);
  expect(labels).toEqual(['Senha atual', 'Nova senha', 'Confirme a nova senha']);
});
