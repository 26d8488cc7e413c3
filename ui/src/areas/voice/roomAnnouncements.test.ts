// Tests of the announcements for each change of a call with more than two parties.
import type { CallRoomView } from 'core-wasm';
import i18next from 'i18next';
import { beforeEach, describe, expect, test } from 'vitest';
import { bia, calling, carlos, conference, own, rafael, room, transfer } from '../../../test/callRooms';
import { startI18n } from '../../i18n';
import { roomNews } from './roomAnnouncements';

beforeEach(() => startI18n('pt-BR'));

describe('a screen reader hears', () => {
  const t = i18next.t.bind(i18next);
  const swapped = room({ mode: 'withCustomer', transfer: { ...transfer, phase: 'withCustomer' } });
  const muted = conference({ parties: [own, carlos, { ...rafael, muted: true }] });
  test.each<[string, CallRoomView | undefined, CallRoomView | undefined, ReadonlyArray<string>]>([
    ['that the colleague is called', undefined, calling, ['Chamando Rafael. Carlos está em espera.']],
    ['that the colleague answered', calling, room(), ['Rafael atendeu. Carlos está em espera.']],
    ['the swap', room(), swapped, ['Você fala com Carlos. Rafael está em espera.']],
    ['the swap back', swapped, room(), ['Você fala com Rafael. Carlos está em espera.']],
    [
      'who left',
      conference({ parties: [own, carlos, rafael, bia] }),
      conference({ parties: [own, carlos, bia] }),
      ['Rafael saiu da conferência'],
    ],
    ['who was muted', conference(), muted, ['Microfone de Rafael fechado']],
    ['nothing when nothing changed', room(), room(), []],
    [
      'nothing about a called person who did not answer',
      conference({ parties: [own, carlos, rafael, { ...bia, ringing: true }] }),
      conference({ parties: [own, carlos, rafael] }),
      [],
    ],
  ])('%s', (_, before, now, sentences) => {
    expect(roomNews(before, now, t).map(({ text }) => text)).toEqual(sentences);
  });
});
