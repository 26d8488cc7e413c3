// Tests of the channels that the list can hide.
import { expect, test } from 'vitest';
import { filterChannels } from './filterChannels';

test('all four channels can be hidden, and Instagram has a switch of its own beside WhatsApp [JOB-021] [JOB-022]', () => {
  expect(filterChannels(['whatsapp', 'voice', 'chat'])).toEqual(['whatsapp', 'voice', 'chat', 'instagram']);
});

test('an agent without WhatsApp has no switch of Instagram', () => {
  expect(filterChannels(['voice', 'chat'])).toEqual(['voice', 'chat']);
});
