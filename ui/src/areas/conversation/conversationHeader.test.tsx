// Tests of the header of a conversation: the customer's identity, and the links to the contact.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { customerIdentifier } from '../../shared/customerIdentifier';
import { ConversationHeader, type ConversationHeaderProps } from './ConversationHeader';

/** The width of the window in the media queries of the style sheet. */
function windowOf(width: number): void {
  window.matchMedia = (query) => {
    const most = /max-width: (\d+)px/.exec(query)?.[1];
    const matches = most !== undefined && width <= Number(most);
    return { matches, addListener: vi.fn(), removeListener: vi.fn() } as unknown as MediaQueryList;
  };
}

beforeEach(async () => {
  windowOf(1440);
  await startI18n('pt-BR');
});

function show(props: Partial<ConversationHeaderProps> = {}) {
  const calls = { onToggleContext: vi.fn(), onOpen: vi.fn() };
  render(
    <TooltipProvider>
      <ConversationHeader
        name="Mariana Albuquerque"
        initials="MA"
        color="#B1508D"
        channel="whatsapp"
        place="Vendas"
        identifier={customerIdentifier('whatsapp', '5511981237740')}
        finished={false}
        contextOpen={false}
        onBack={vi.fn()}
        onToggleContext={calls.onToggleContext}
        onFinish={vi.fn()}
        finishPending={false}
        onQualify={vi.fn()}
        menu={[]}
        {...props}
        {...(props.contact === undefined ? {} : { contact: { ...props.contact, onOpen: calls.onOpen } })}
      />
    </TooltipProvider>,
  );
  return calls;
}
const contact = { href: '/new-agent/contact/9', onOpen: vi.fn() };

test('[BEY-157] the line below the name has channel, number with its copy button, and queue', () => {
  show();
  expect(screen.getByRole('heading').parentElement?.nextElementSibling).toHaveTextContent(
    'WhatsApp·+55 (11) 98123-7740·Vendas',
  );
  expect(screen.getByRole('button', { name: 'Copiar número' })).toBeInTheDocument();
});

test('[BEY-157] a queue with the name of its channel is not repeated, and a customer without an identifier has no copy button', () => {
  show({ channel: 'instagram', place: 'Instagram', identifier: undefined });
  expect(screen.getByRole('heading').parentElement?.nextElementSibling).toHaveTextContent(/^Instagram$/);
  expect(screen.queryByRole('button', { name: /^Copiar/ })).toBeNull();
});

test.each(['{Enter}', 'click'])('[BEY-157] the name leads to the page of the contact with one %s', async (press) => {
  const { onOpen } = show({ contact });
  const link = screen.getByRole('link', { name: 'Mariana Albuquerque' });
  expect(screen.getByRole('heading', { name: 'Mariana Albuquerque' })).toContainElement(link);
  expect(link).toHaveAttribute('href', '/new-agent/contact/9');
  link.focus();
  if (press === 'click') await userEvent.click(link);
  else await userEvent.keyboard(press);
  expect(onOpen).toHaveBeenCalledTimes(1);
});

test('[BEY-157] the name of an unregistered customer is no link', () => {
  show();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Mariana Albuquerque' })).toHaveAttribute('title', 'Mariana Albuquerque');
});

test('[BEY-157] below 768 px the name opens the details, and the page of the contact is in the menu', async () => {
  windowOf(390);
  const { onToggleContext, onOpen } = show({ contact });
  await userEvent.click(screen.getByRole('button', { name: 'Mariana Albuquerque' }));
  expect(onToggleContext).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Abrir ficha' }));
  expect(onOpen).toHaveBeenCalledTimes(1);
});

test.each<[number, boolean, boolean]>([
  [1440, true, true],
  [1440, false, false],
  [1023, true, false],
])(
  '[BEY-157] at %d px, with a window: %s, the queue gets the room of the channel: %s',
  (width, hasWindow, isMarked) => {
    windowOf(width);
    show(hasWindow ? { window: { state: 'open', until: 9e12, tone: 'plain' } as never } : {});
    expect(screen.getByRole('banner').hasAttribute('data-window')).toBe(isMarked);
  },
);

test('a visitor of the web chat without an identifier is named accordingly, without a copy button', () => {
  show({ channel: 'chat', identifier: customerIdentifier('chat', 'visitor-78878fc57f69') });
  expect(screen.getByRole('heading').parentElement?.nextElementSibling).toHaveTextContent(
    'Chat·Visitante sem identificação·Vendas',
  );
  expect(screen.queryByRole('button', { name: /^Copiar/ })).toBeNull();
});

test('at 768 px the countdown of the window is beside the name, and the number keeps its copy button', () => {
  windowOf(768);
  show({ window: { state: 'open', endsAt: Date.now() + 3_600_000 * 5 } });
  const first = screen.getByRole('heading').parentElement;
  expect(first).toHaveTextContent(/janela [45] horas/);
  expect(first?.nextElementSibling).toHaveTextContent('+55 (11) 98123-7740');
  expect(first?.nextElementSibling).not.toHaveTextContent(/janela/);
  expect(screen.getByRole('button', { name: 'Copiar número' })).toBeInTheDocument();
});
