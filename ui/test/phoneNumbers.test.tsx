// Each place that shows a telephone number: a click, or Enter on it, opens the fast-trigger dialog with the number, and not what the row opens.
import { ResizeObserver } from '@juggle/resize-observer';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContactPageView, HistoryRowView } from 'core-wasm';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ContactPage } from '../src/areas/contactPage/ContactPage';
import { ContactTabContainer } from '../src/areas/contacts/ContactTabContainer';
import { MediaContent } from '../src/areas/conversation/media/MediaContent';
import { EntityHistoryContainer } from '../src/areas/history/EntityHistoryContainer';
import { EntryPanelContainer } from '../src/areas/history/EntryPanelContainer';
import { CompanyPage } from '../src/areas/people/CompanyPage';
import { ContactSummaryContainer } from '../src/areas/people/ContactSummaryContainer';
import { ContactManagementPage } from '../src/areas/people/PeoplePage';
import { CoreProvider } from '../src/core/react';
import { TooltipProvider } from '../src/design/Tooltip';
import { chosenImport } from '../src/gallery/importSamples';
import {
  companiesPage,
  companyRows,
  contactRows,
  contactsPage,
  pagedList,
  samePersons,
} from '../src/gallery/peopleSamples';
import { startI18n } from '../src/i18n';
import { NumberContext, useFastTrigger } from '../src/shared/numberChannels';
import { FakeCore } from './fakeCore';
import { giveElementsASize } from './virtual';
import { openJob } from './whatsappDesk';

const name = 'Denise Sampaio';
const voice = { phone: '51993842016', written: '(51) 99384-2016', channel: 'voice' };
const whatsapp = { phone: '5551993842016', written: '+55 (51) 99384-2016', channel: 'whatsapp' };

const contact = contactRows.find((row) => row.name === name);
if (contact === undefined) throw new Error('no contact');
const columns = [
  { database: 'phone1', label: 'Telefone', category: '' },
  { database: 'whatsapp_identifier', label: 'WhatsApp', category: '' },
];
const list = {
  ...{
    contactsPage: { ...contactsPage, columns },
    companiesPage,
    contactImport: { ...chosenImport, open: false },
    samePersons,
  },
  'contactOrder:shown': [contact.id],
  [`contactListRow:${contact.id}`]: contact,
};
const contactPage: ContactPageView = {
  id: contact.id,
  state: 'found',
  contact,
  samePersons: [],
  joinedInto: '',
  fields: [
    { column: { database: 'phone1', label: 'Telefone', category: '' }, value: voice.phone },
    { column: { database: 'whatsapp_identifier', label: 'WhatsApp', category: '' }, value: whatsapp.phone },
  ],
};
const call: HistoryRowView = {
  ...{ protocol: 'V1', channel: 'voice', metaType: undefined, contactId: '9', name, initials: 'D' },
  ...{ color: '#BC5135', contactIdentifier: voice.phone, queue: 'Vendas', agent: 'Juliana Castro' },
  ...{ start: new Date(2026, 10, 19, 13, 52).getTime(), end: 0, durationSeconds: 1087, state: 'qualified' },
  ...{ qualification: 'Venda', observation: '', tags: [], hasMessages: false },
};
const opened = { 'historyEntry:V1': { entry: call, state: 'ready', messages: [] } };
const historyOf = {
  groups: [{ protocol: 'V1', entries: [call] }],
  ...{ total: 1, loading: false, failed: false, complete: true },
};
const ofPanel = { chatIdentifier: '', whatsappIdentifier: whatsapp.phone, phone: voice.phone, email: '', employer: '' };

/** A card of a contact that the customer sent. */
function ContactMessage() {
  const cards = [{ name, phones: [whatsapp.written] }];
  return (
    <NumberContext value={useFastTrigger()}>
      <MediaContent media={{ kind: 'contacts', cards }} label={name} />
    </NumberContext>
  );
}

interface Place {
  shown: ReactNode;
  slices: Record<string, unknown>;
  /** The media queries that match. */
  media?: RegExp;
  number: typeof voice;
}

const places: ReadonlyArray<[string, Place]> = [
  ['the telephone of a row of the contacts', { shown: <ContactManagementPage />, slices: list, number: voice }],
  [
    'the WhatsApp number of a row of the contacts',
    { shown: <ContactManagementPage />, slices: list, number: whatsapp },
  ],
  ...[voice, whatsapp].map((number): [string, Place] => [
    `the summary of a contact, ${number.channel}`,
    {
      shown: <ContactSummaryContainer />,
      slices: { contactSummary: { contact, loading: false, hasPrevious: false, hasNext: false } },
      number,
    },
  ]),
  [
    'the contacts of a company',
    {
      shown: <CompanyPage />,
      slices: {
        ...list,
        companyPage: {
          ...{ id: '1', state: 'found', company: companyRows[0] },
          contacts: pagedList({ total: 1, ended: true }),
        },
        'companyContacts:shown': [contact.id],
      },
      number: voice,
    },
  ],
  ...[voice, whatsapp].map((number): [string, Place] => [
    `the page of a contact, ${number.channel}`,
    { shown: <ContactPage />, slices: { contactPage }, number },
  ]),
  ...[voice, whatsapp].map((number): [string, Place] => [
    `the details of an attendance, ${number.channel}`,
    {
      shown: <ContactTabContainer protocol="W1" job={openJob} />,
      slices: {
        'contact:W1': {
          contact: { state: 'found', contact: { ...contact, ...ofPanel } },
          ...{ identifier: '', identifierUnverified: false, form: undefined, search: undefined, linking: undefined },
        },
      },
      number,
    },
  ]),
  [
    'an attendance of the history',
    { shown: <EntryPanelContainer protocol="V1" onClose={vi.fn()} />, slices: opened, number: voice },
  ],
  [
    'an attendance in the timeline of a contact',
    {
      shown: <EntityHistoryContainer kind="contact" id="9" />,
      slices: { 'historyOf:contact/9': historyOf, ...opened },
      number: voice,
    },
  ],
  ['a contact that the customer sent', { shown: <ContactMessage />, slices: {}, number: whatsapp }],
];

beforeEach(() => {
  giveElementsASize();
  vi.stubGlobal('ResizeObserver', ResizeObserver);
  Element.prototype.scrollIntoView = () => undefined;
  return startI18n('pt-BR');
});

function show({ shown, slices, media }: Place, channels: ReadonlyArray<string>): FakeCore {
  window.matchMedia = (query: string) =>
    Object.assign(new EventTarget(), {
      ...{ matches: media?.test(query) ?? false, media: query, onchange: null },
      ...{ addListener: vi.fn(), removeListener: vi.fn() },
    });
  const core = new FakeCore({
    channels: { items: channels.map((channel) => ({ channel })), extension: {} },
    session: { agent: { id: '101' } },
    tagCatalogue: { state: 'ready', tags: [] },
    ...slices,
  });
  render(
    <TooltipProvider>
      <CoreProvider core={core}>{shown}</CoreProvider>
    </TooltipProvider>,
  );
  return core;
}

test('the number on the card of a contact on a phone is a text, and the menu of the card calls and writes [SHELL-022]', async () => {
  const media = /max-width: (767|1023|1279)px/;
  const card = { shown: <ContactManagementPage />, slices: list, media, number: voice };
  const core = show(card, ['voice', 'whatsapp']);
  expect(screen.getByText(voice.written)).toBeVisible();
  expect(numberOf(voice)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: /^Mais ações/ }));
  const before = core.intents.length;
  await userEvent.click(screen.getByRole('menuitem', { name: 'Ligar' }));
  expect(core.intents.slice(before)).toContainEqual(
    expect.objectContaining({ area: 'shell', type: 'openFastTrigger', phone: voice.phone }),
  );
});

/** A row of a list also has the number in a column with a label. */
const numberOf = ({ written }: typeof voice) =>
  screen.queryAllByRole('button', { name: new RegExp(`(^|: )${escaped(written)}, ligar ou conversar$`) });
const escaped = (text: string): string => text.replace(/[+()]/g, '\\$&');

describe.each(places)('%s [SHELL-022]', (_, place) => {
  const { phone, channel } = place.number;
  const intent = { area: 'shell', type: 'openFastTrigger', phone, name, channel };

  test.each(['click', 'Enter'])('%s opens the dialog with the number', async (way) => {
    const core = show(place, ['voice', 'whatsapp']);
    const [button] = numberOf(place.number);
    if (button === undefined) throw new Error('the number is not a button');
    const before = core.intents.length;
    if (way === 'click') await userEvent.click(button);
    else {
      button.focus();
      await userEvent.keyboard('{Enter}');
    }
    // The tags beside it may be loaded meanwhile.
    expect(core.intents.slice(before).filter(({ area }) => area !== 'tags')).toEqual([intent]);
  });

  test('a number is a text for an agent who can neither call nor write', () => {
    show(place, ['chat']);
    expect(numberOf(place.number)).toEqual([]);
  });
});
