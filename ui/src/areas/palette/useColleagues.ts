// The colleagues whom the open attendance can be transferred to, as the server lists them now (BEY-050). Without an open attendance they are those for the
// first of the list: who is available is the same question there.
import { ArrowLeftRight, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useCore, useIntent } from '../../core/react';
import { useJobOrder, useTransferDestinations } from '../../core/slices';
import { attendancePath } from '../../shared/addresses';
import { offeredTransfer } from '../../shared/offeredTransfer';
import { statusLook } from '../channels/channels';
import type { PaletteGroup } from './paletteItems';

/** Undefined for an agent without an attendance of a registered customer: the server lists colleagues for one of those only. */
export function useColleagues(): PaletteGroup | undefined {
  const { t } = useTranslation();
  const intend = useIntent();
  const [transfer] = useState(offeredTransfer);
  const first = useFirstJob();
  const protocol = transfer?.protocol ?? first;
  const destinations = useTransferDestinations(protocol);
  useEffect(() => {
    if (protocol !== undefined) intend({ area: 'transfers', type: 'loadDestinations', protocol });
  }, [intend, protocol]);
  if (protocol === undefined) return undefined;
  const items = (destinations?.agents ?? []).map(({ id, name, status, available }) => ({
    id: `colleague:${id}`,
    keywords: [name],
    ...(transfer === undefined
      ? {
          label: name,
          glyph: UserRound,
          detail: t('palette.colleagueNoJob', { status: t(statusLook[status].wordKey) }),
          onRun: () => intend({ area: 'shell', type: 'openArea', path: attendancePath }),
        }
      : {
          label: t('palette.transferTo', { name }),
          glyph: ArrowLeftRight,
          detail: t(statusLook[status].wordKey),
          // Who cannot get the attendance is not chosen; the dialog shows who can.
          onRun: () => transfer.open(available ? id : null),
        }),
  }));
  const state = destinations?.agentsState;
  return {
    kind: 'colleagues',
    items,
    loading: state === 'loading',
    failure: state === 'failed' ? t('palette.colleaguesFailed') : undefined,
  };
}

/** The first attendance of the list that could be transferred, as it is when the palette opens. */
function useFirstJob(): string | undefined {
  const core = useCore();
  const orders = [useJobOrder('pinned'), useJobOrder('waiting'), useJobOrder('active'), useJobOrder('snoozed')];
  const [first] = useState(() =>
    orders
      .flatMap((order) => Array.from({ length: order.length }, (_, index) => order.at(index) ?? ''))
      .find((protocol) => {
        const row = core.snapshot<'jobRow'>(`jobRow:${protocol}`);
        // For a customer who is not registered the core would open the form of the contact.
        const isRegistered = core.snapshot<'contact'>(`contact:${protocol}`)?.contact.state === 'found';
        return isRegistered && row !== undefined && row.channel !== 'voice' && !row.disabled;
      }),
  );
  return first;
}
