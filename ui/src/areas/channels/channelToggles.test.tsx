// The channels of a list: what a click does is the name and the tooltip of each button.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import type { Language } from '../../i18n/language';
import { ChannelToggles } from './ChannelToggles';

test.each<[Language, 'shown' | 'hidden', string, ReadonlyArray<string>]>([
  ['pt-BR', 'shown', 'Ocultar WhatsApp', ['chat']],
  ['pt-BR', 'hidden', 'Mostrar WhatsApp', ['whatsapp', 'chat']],
  ['en', 'shown', 'Hide WhatsApp', ['chat']],
  ['en', 'hidden', 'Show WhatsApp', ['whatsapp', 'chat']],
])('in %s the button of a %s channel is named "%s"', async (language, state, name, expected) => {
  await startI18n(language);
  const onChange = vi.fn();
  render(
    <ChannelToggles
      label="Canais"
      channels={['whatsapp', 'chat']}
      shown={state === 'shown' ? ['whatsapp', 'chat'] : ['chat']}
      onChange={onChange}
    />,
    { wrapper: TooltipProvider },
  );
  const toggle = screen.getByRole('button', { name });
  expect(toggle).toHaveAttribute('data-state', state === 'shown' ? 'on' : 'off');
  await userEvent.hover(toggle);
  expect(await screen.findByRole('tooltip')).toHaveTextContent(name);
  await userEvent.click(toggle);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(expected);
});
