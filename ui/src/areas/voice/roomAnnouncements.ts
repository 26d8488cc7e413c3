// The announcements for changes of a call with more than two parties: they report the server's state, never the agent's
// requests.
import type { CallRoomView } from 'core-wasm';
import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { everySecond } from '../../core/page/ticker';
import { announce, type Urgency } from '../../design/Announcer';
import { useTranslation } from '../../i18n/useTranslation';
import { shortName } from '../../shared/shortName';
import { namesOf } from './room';

export interface Announcement {
  text: string;
  urgency: Urgency;
}

/** The sentences for the change from one state of the room to the next; undefined: a call of two parties. */
export function roomNews(
  before: CallRoomView | undefined,
  now: CallRoomView | undefined,
  t: TFunction,
): ReadonlyArray<Announcement> {
  const polite = (text: string): Announcement => ({ text, urgency: 'polite' });
  if (now === undefined) return [];
  const names = namesOf(now);
  const { transfer } = now;
  const phases = [before?.transfer?.phase, transfer?.phase];
  if (transfer !== undefined && phases[0] !== phases[1]) {
    if (!now.owned) return [];
    switch (transfer.phase) {
      case 'asked':
        return [];
      case 'ringing':
        return [polite(t('voice.room.announce.calling', { ...names }))];
      case 'consulting':
        return phases[0] === 'withCustomer'
          ? [polite(t('voice.room.announce.withColleague', { ...names }))]
          : [{ text: t('voice.room.announce.answered', { ...names }), urgency: 'assertive' }];
      case 'withCustomer':
        return [polite(t('voice.room.announce.withCustomer', { ...names }))];
      case 'completing':
        return [polite(t('voice.room.announce.completing', { ...names }))];
    }
  }
  if (before === undefined || now.mode !== 'together' || transfer !== undefined) return [];
  // The core announces new parties, because it learns of them first.
  const left = before.parties.filter(
    ({ own, ringing, party }) => !own && !ringing && now.parties.every((one) => one.party !== party),
  );
  const muted = now.parties.filter(({ party, muted: isMuted, own }) =>
    before.parties.some((one) => !own && one.party === party && one.muted !== isMuted),
  );
  return [
    ...left.map(({ name }) => polite(t('voice.room.announce.left', { name: shortName(name) }))),
    ...muted.map(({ name, muted: isMuted }) =>
      polite(t(isMuted ? 'voice.room.announce.muted' : 'voice.room.announce.unmuted', { name: shortName(name) })),
    ),
  ];
}

export function useRoomAnnouncements(room: CallRoomView | undefined): void {
  const { t } = useTranslation();
  const before = useRef(room);
  useEffect(() => {
    for (const { text, urgency } of roomNews(before.current, room, t)) announce(text, urgency);
    before.current = room;
  }, [room, t]);
}

const reminderMs = 120_000;

/** Announces every two minutes how long the customer has waited. */
export function useHoldReminder(name: string, since: number | undefined): void {
  const { t } = useTranslation();
  useEffect(() => {
    if (since === undefined) return undefined;
    let said: number | undefined;
    return everySecond((now) => {
      const rounds = Math.floor((now - since) / reminderMs);
      if (said !== undefined && rounds > said)
        announce(t('voice.room.announce.waits', { name, minutes: (rounds * reminderMs) / 60_000 }));
      said = rounds;
    });
  }, [name, since, t]);
}
