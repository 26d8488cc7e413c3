// The colleagues whom the open attendance can be transferred to, as the server lists them now (BEY-050).
import { ArrowLeftRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent } from '../../core/react';
import { useTransferDestinations } from '../../core/slices';
import { offeredTransfer } from '../../shared/offeredTransfer';
import { statusLook } from '../channels/channels';
import type { PaletteGroup } from './paletteItems';

/** Undefined where no attendance is open that can be transferred. */
export function useColleagues(): PaletteGroup | undefined {
  const { t } = useTranslation();
  const intend = useIntent();
  const [transfer] = useState(offeredTransfer);
  const protocol = transfer?.protocol;
  const destinations = useTransferDestinations(protocol);
  useEffect(() => {
    if (protocol !== undefined) intend({ area: 'transfers', type: 'loadDestinations', protocol });
  }, [intend, protocol]);
  if (transfer === undefined) return undefined;
  const items = (destinations?.agents ?? []).map(({ id, name, status, available }) => ({
    id: `colleague:${id}`,
    label: t('palette.transferTo', { name }),
    glyph: ArrowLeftRight,
    keywords: [name],
    detail: t(statusLook[status].wordKey),
    // Who cannot get the attendance is not chosen; the dialog shows who can.
    onRun: () => transfer.open(available ? id : null),
  }));
  const state = destinations?.agentsState;
  return {
    kind: 'colleagues',
    items,
    loading: state === 'loading',
    failure: state === 'failed' ? t('palette.colleaguesFailed') : undefined,
  };
}
