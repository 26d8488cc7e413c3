// The line of the items that this version cannot read, and the lists that have it.
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startI18n } from '../i18n';
import { UnsupportedContext, UnsupportedItems } from './UnsupportedItems';

const sources = import.meta.glob<string>(['../areas/**/*.tsx', '!../areas/**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const show = (count: number) =>
  render(
    <UnsupportedContext value={[{ list: 'contacts', count }]}>
      <UnsupportedItems list="contacts" />
      <UnsupportedItems list="companies" />
    </UnsupportedContext>,
  );

test.each([
  ['pt-BR', 1, '1 item não pode ser mostrado nesta versão'],
  ['pt-BR', 3, '3 itens não podem ser mostrados nesta versão'],
  ['en', 1, '1 item cannot be shown in this version'],
  ['en', 3, '3 items cannot be shown in this version'],
] as const)('[BEY-121] the unreadable items of a list show as one line, %s, %i', async (language, count, words) => {
  await startI18n(language);
  show(count);
  expect(screen.getAllByText(/./).map(({ textContent }) => textContent)).toEqual([words]);
});

const lists = [
  'attendances',
  'inbox',
  'history',
  'historyOf',
  'pauses',
  'board',
  'notifications',
  'contacts',
  'companyContacts',
  'companies',
  'foundContacts',
  'samePersons',
  'presets',
  'templates',
  'transferAgents',
  'transferQueues',
  'transferCampaigns',
  'transferCampaignAgents',
  'qualifications',
  'media',
  'scriptFields',
] as const;

test.each(lists)('[BEY-121] the list %s shows the line of its unreadable items', (list) => {
  const users = Object.values(sources).filter((text) => text.includes(`<UnsupportedItems list="${list}" />`));
  expect(users.length).toBeGreaterThan(0);
});

beforeEach(() => startI18n('pt-BR'));
