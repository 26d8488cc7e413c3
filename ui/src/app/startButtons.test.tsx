// Every button that begins a conversation of WhatsApp has the same reason while none can be begun.
import { ResizeObserver } from '@juggle/resize-observer';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HistoryRowView } from 'core-wasm';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { contact, recordField, recordPage } from '../../test/contactRecord';
import { FakeCore } from '../../test/fakeCore';
import { giveElementsASize } from '../../test/virtual';
import { ContactPage } from '../areas/contactPage/ContactPage';
import { EntryPanelContainer } from '../areas/history/EntryPanelContainer';
import { ContactSummaryContainer } from '../areas/people/ContactSummaryContainer';
import { useContactEntries } from '../areas/people/contactTable';
import { useContactActions } from '../areas/people/useContactActions';
import { useMarkEntries } from '../areas/jobs/jobMenu';
import { StartButtonContainer } from '../areas/whatsapp/StartButtonContainer';
import { CoreProvider } from '../core/react';
import { DropdownMenu, type MenuEntry } from '../design/Menu';
import { TooltipProvider } from '../design/Tooltip';
import { startI18n } from '../i18n';
import { NumberReasonContext } from '../shared/numberChannels';
import { useNumberReason } from '../shared/useStartReason';

const limit = 'Você já tem o máximo de conversas no WhatsApp e Instagram: finalize uma para começar outra';

beforeEach(() => {
  giveElementsASize();
  vi.stubGlobal('ResizeObserver', ResizeObserver);
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  return startI18n('pt-BR');
});

const entry: HistoryRowView = {
  ...{ protocol: 'W1', channel: 'whatsapp', metaType: undefined, contactId: '9', name: 'Sônia', initials: 'S' },
  ...{ color: '#BC5135', contactIdentifier: '5511981237740', queue: 'Vendas', agent: 'Juliana' },
  ...{ start: 0, end: 0, durationSeconds: 1, state: 'qualified', qualification: '', observation: '', tags: [] },
  hasMessages: false,
};

const page = recordPage([recordField('whatsapp_identifier', 'WhatsApp', contact.whatsapp)]);

function show(part: ReactNode, openJobs: number): FakeCore {
  const core = new FakeCore({
    session: { agent: { attendancesPerChannel: 5 } },
    channels: { items: [{ channel: 'whatsapp', status: 'inAttendance', connected: true, openJobs }] },
    voice: { enabled: false },
    contactPage: page,
    contactSummary: { contact, loading: false, hasPrevious: false, hasNext: false },
    'historyEntry:W1': { entry, messages: [], state: 'ready', recordings: [] },
  });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <NumberReason>{part}</NumberReason>
      </TooltipProvider>
    </CoreProvider>,
  );
  return core;
}

function NumberReason({ children }: { children: ReactNode }) {
  return <NumberReasonContext value={useNumberReason()}>{children}</NumberReasonContext>;
}

function OpenMenu({ entries }: { entries: ReadonlyArray<MenuEntry> }) {
  return <DropdownMenu label="Menu" entries={entries} trigger={<button type="button">Abrir o menu</button>} />;
}

function ContactMenu() {
  const { actions } = useContactActions();
  return <OpenMenu entries={useContactEntries(actions)(contact)} />;
}

function JobMenu() {
  const row = { channel: 'whatsapp', disabled: true, pinned: false, unread: 0, markedUnread: false };
  return <OpenMenu entries={useMarkEntries('W1', row as never)} />;
}

const number = '+55 (11) 98123-7740';

test.each<[string, ReactNode, RegExp | string, boolean?]>([
  ['the list of attendances', <StartButtonContainer key="list" />, 'Novo'],
  ['the summary of a contact', <ContactSummaryContainer key="summary" />, 'Mensagem'],
  ['the page of a contact', <ContactPage key="page" />, 'WhatsApp'],
  [
    'an attendance of the history',
    <EntryPanelContainer key="entry" protocol="W1" onClose={vi.fn()} />,
    'Iniciar conversa',
  ],
  ['the menu of a contact in a list', <ContactMenu key="contact" />, /^Mensagem/, true],
  ['the menu of an ended attendance', <JobMenu key="job" />, /^Reabrir/, true],
  ['a number on the page of a contact', <ContactPage key="field" />, new RegExp(`^WhatsApp: ${escaped(number)}`)],
  ['a number in the summary', <ContactSummaryContainer key="fact" />, new RegExp(`^WhatsApp: ${escaped(number)}`)],
  [
    'a number of the history',
    <EntryPanelContainer key="from" protocol="W1" onClose={vi.fn()} />,
    new RegExp(`^${escaped(number)}`),
  ],
])('at the limit of conversations the button of %s is disabled with this reason', async (_, part, name, inMenu) => {
  const role = inMenu === true ? 'menuitem' : 'button';
  const find = async () => {
    if (inMenu === true) await userEvent.click(screen.getByRole('button', { name: 'Abrir o menu' }));
    return screen.getByRole(role, { name });
  };
  const core = show(part, 5);
  const button = await find();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  if (inMenu === true) expect(button).toHaveTextContent(limit);
  else {
    await userEvent.hover(button);
    expect(await screen.findByRole('tooltip')).toHaveTextContent(limit);
  }
  await userEvent.click(button);
  expect(core.intents.filter(({ type }) => type === 'openFastTrigger' || type === 'reopen')).toEqual([]);
});

test('below the limit the buttons begin a conversation', async () => {
  const core = show(<ContactSummaryContainer />, 4);
  await userEvent.click(screen.getByRole('button', { name: 'Mensagem' }));
  expect(core.intents.at(-1)).toMatchObject({ type: 'openFastTrigger', channel: 'whatsapp' });
});

function escaped(text: string): string {
  return text.replace(/[+()]/g, '\\$&');
}
