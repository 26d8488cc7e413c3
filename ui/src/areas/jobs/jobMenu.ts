// The actions on an attendance that the job card and the conversation header offer.
import { Check, Copy, ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useIntent } from '../../core/react';
import { announce } from '../../design/Announcer';
import type { MenuEntry } from '../../design/Menu';
import { copyText } from '../../shared/copyText';

export function useJobMenu(protocol: string, isFinished: boolean): ReadonlyArray<MenuEntry> {
  const { t } = useTranslation();
  const intend = useIntent();
  return useMemo(() => {
    const end: MenuEntry = isFinished
      ? {
          kind: 'action',
          id: 'qualify',
          label: t('jobs.card.qualify'),
          glyph: ListChecks,
          onSelect: () => intend({ area: 'qualification', type: 'openQualification', protocol }),
        }
      : {
          kind: 'action',
          id: 'finish',
          label: t('jobs.card.finish'),
          glyph: Check,
          onSelect: () => intend({ area: 'jobs', type: 'finishJob', protocol, confirmed: false }),
        };
    return [end, copyEntry(protocol, t('jobs.card.copyProtocol'), t('jobs.card.protocolCopied'))];
  }, [protocol, isFinished, intend, t]);
}

export function copyEntry(protocol: string, label: string, done: string): MenuEntry {
  const copy = async (): Promise<void> => {
    if (await copyText(protocol)) announce(done);
  };
  return { kind: 'action', id: 'copyProtocol', label, glyph: Copy, onSelect: () => void copy() };
}
