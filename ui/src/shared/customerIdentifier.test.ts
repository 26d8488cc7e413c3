// Tests of the customer's identifier in the header and the panel.
import { expect, test } from 'vitest';
import { customerIdentifier, type IdentifiedChannel } from './customerIdentifier';

test.each<[IdentifiedChannel, string, string | undefined, string | undefined]>([
  ['whatsapp', '5511981237740', 'number', '+55 (11) 98123-7740'],
  ['whatsapp', '+5511981237740', 'number', '+55 (11) 98123-7740'],
  ['whatsapp', 'BR.13491208655302741918', 'other', 'BR.13491208655302741918'],
  ['voice', '1138425510', 'number', '(11) 3842-5510'],
  ['voice', '4433221100998', 'number', '4433221100998'],
  ['instagram', 'studiobellapele', 'profile', '@studiobellapele'],
  ['instagram', '@studiobellapele', 'profile', '@studiobellapele'],
  ['instagram', '17841400000000099', 'other', '17841400000000099'],
  ['chat', 'mariana@exemplo.com.br', 'other', 'mariana@exemplo.com.br'],
  ['chat', '5511981237740', 'other', '5511981237740'],
  ['chat', ' ', undefined, undefined],
  ['chat', 'visitor-78878fc57f69', undefined, undefined],
  ['chat', 'visitor-center', 'other', 'visitor-center'],
  ['whatsapp', '', undefined, undefined],
])('[BEY-157] on %s, the identifier "%s" is a %s and reads "%s"', (channel, identifier, kind, shown) => {
  const found = customerIdentifier(channel, identifier);
  expect([found?.kind, found?.shown]).toEqual([kind, shown]);
});
