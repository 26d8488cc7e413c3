// Connects SnackbarRegion with the core, which ends each snackbar: for that the core needs the length of the displayed text and whether the
// agent is reading it.
import type { NamedCustomerView, Snackbar } from 'core-wasm';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIntent, useSlice } from '../core/react';
import { useTextsOfDialogs, useTopNoticePlace } from '../design/noticesInDialog';
import { SnackbarRegion } from '../design/Snackbar';
import { useCoreText } from '../i18n/text';
import { useTranslation } from '../i18n/useTranslation';
import { customerName } from '../i18n/visitors';

export function SnackbarRegionContainer() {
  const items = useWithoutTextsOfDialogs(useSlice('snackbars').items);
  const dialog = useSlice('dialog');
  const place = useTopNoticePlace();
  const intend = useIntent();
  const say = useCoreText();
  const { t } = useTranslation();
  const [isRead, setRead] = useState(false);
  const shown = useInTurn(useShownSnackbars(items, dialog !== undefined || place !== undefined), isRead);
  const tellShown = useSnackbarTimers(items, shown, isRead);
  const open = (id: number, { protocol, contactId }: NamedCustomerView): void => {
    intend({ area: 'notifications', type: 'openCustomer', protocol, contactId });
    intend({ area: 'shell', type: 'snackbarDismissed', id });
  };
  const region = (
    <SnackbarRegion
      inDialog={place !== undefined}
      notices={shown.map(({ id, type, title, body, customer, opens }) => ({
        id: String(id),
        type,
        title: title === undefined ? customer && nameUnlessSaid(customerName(customer.name, t), say(body)) : say(title),
        body: say(body),
        action:
          customer === undefined || opens !== true
            ? undefined
            : {
                label: t('shell.snackbar.open'),
                name: t('shell.snackbar.openOf', { name: customerName(customer.name, t) }),
                onPress: () => open(id, customer),
              },
      }))}
      onClose={(id) => intend({ area: 'shell', type: 'snackbarDismissed', id: Number(id) })}
      onShown={(id, chars) => tellShown(Number(id), chars)}
      onHoldChange={setRead}
    />
  );
  return place === undefined ? region : createPortal(region, place);
}

/** The customer's name is shown above a text that does not contain it. */
const nameUnlessSaid = (name: string, text: string): string | undefined => (text.includes(name) ? undefined : name);

/** A refusal that an open dialog shows itself appears only there (TRF-015): its snackbar ends. */
function useWithoutTextsOfDialogs(items: ReadonlyArray<Snackbar>): ReadonlyArray<Snackbar> {
  const intend = useIntent();
  const say = useCoreText();
  const inDialogs = useTextsOfDialogs();
  const isRepeated = ({ type, body }: Snackbar): boolean => type === 'error' && inDialogs.includes(say(body));
  const repeated = items.filter(isRepeated);
  const ids = repeated.map(({ id }) => id).join();
  useEffect(() => {
    for (const id of ids === '' ? [] : ids.split(','))
      intend({ area: 'shell', type: 'snackbarDismissed', id: Number(id) });
  }, [intend, ids]);
  return repeated.length === 0 ? items : items.filter((item) => !repeated.includes(item));
}

const isFailure = ({ type }: Snackbar): boolean => type === 'error' || type === 'warning';

/**
 * What is shown first: an error; else a warning, after the confirmation of what the agent did; else the newest. Of two
 * errors the newer is first, because it answers what the agent did last.
 */
function firstOf(shown: ReadonlyArray<Snackbar>): Snackbar | undefined {
  const newest = (wanted: Snackbar['type']): Snackbar | undefined => shown.find(({ type }) => type === wanted);
  const warning = newest('warning');
  const confirmation = warning && newest('success');
  return newest('error') ?? confirmation ?? warning ?? shown[0];
}

/** The first of the snackbars. While the agent reads a failure, no other takes its place under the pointer. */
function useFirst(shown: ReadonlyArray<Snackbar>, isRead: boolean): Snackbar | undefined {
  const [lastId, setLastId] = useState<number>();
  const last = isRead ? shown.find((item) => item.id === lastId && isFailure(item)) : undefined;
  const first = last ?? firstOf(shown);
  if (first?.id !== lastId) setLastId(first?.id);
  return first;
}

/**
 * In the order in which they are shown. A failure stays until its time is over, and newer snackbars wait, except newer failures and a confirmation of
 * what the agent did, which comes before a warning. Any other snackbar ends when a newer one arrives, so that an older one is never shown after a
 * newer one; the notification centre keeps it. No snackbar ends while the agent reads.
 */
function useInTurn(shown: ReadonlyArray<Snackbar>, isRead: boolean): ReadonlyArray<Snackbar> {
  const intend = useIntent();
  const first = useFirst(shown, isRead);
  const isOver = (item: Snackbar): boolean => !isRead && !isFailure(item) && first !== undefined && item.id < first.id;
  const ids = shown
    .filter(isOver)
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    for (const id of ids === '' ? [] : ids.split(','))
      intend({ area: 'shell', type: 'snackbarDismissed', id: Number(id) });
  }, [intend, ids]);
  if (first === undefined) return shown;
  return [first, ...shown.filter((item) => item !== first && !isOver(item))];
}

/**
 * The snackbar about the end of the agent's call: it is also shown while a dialog is open that opens by itself after
 * the call.
 */
const isCallResult = ({ body }: Snackbar): boolean => /^voice\.result\./.test(body.key);

/**
 * While a dialog is open, only newer snackbars that are about no customer are shown, because they are results of the
 * dialog. The others wait.
 */
function useShownSnackbars(items: ReadonlyArray<Snackbar>, isDialogOpen: boolean): ReadonlyArray<Snackbar> {
  const ids = items.map(({ id }) => id);
  const [last, setLast] = useState({ isDialogOpen: false, ids, waiting: [] as ReadonlyArray<number> });
  let current = last;
  if (last.isDialogOpen !== isDialogOpen || last.ids.join() !== ids.join()) {
    const waiting = !isDialogOpen ? [] : last.isDialogOpen ? last.waiting : last.ids;
    current = { isDialogOpen, ids, waiting };
    setLast(current);
  }
  if (!isDialogOpen) return items;
  return items.filter(
    (item) => isCallResult(item) || (item.customer === undefined && !current.waiting.includes(item.id)),
  );
}

/**
 * The time of a snackbar runs from when it was shown first. It is stopped while the agent reads and while a dialog hides it.
 */
function useSnackbarTimers(
  items: ReadonlyArray<Snackbar>,
  shown: ReadonlyArray<Snackbar>,
  isRead: boolean,
): (id: number, chars: number) => void {
  const intend = useIntent();
  const known = useRef(new Map<number, boolean>());
  const isHeld = (item: Snackbar): boolean => {
    return isRead || !shown.includes(item);
  };
  const follow = (): void => {
    for (const id of known.current.keys()) if (!items.some((item) => item.id === id)) known.current.delete(id);
    for (const item of items) {
      const before = known.current.get(item.id);
      const held = isHeld(item);
      if (before === undefined || before === held) continue;
      known.current.set(item.id, held);
      intend({ area: 'shell', type: 'snackbarHeld', id: item.id, held });
    }
  };
  useEffect(follow);
  return (id, chars) => {
    // The timer of a covered snackbar is started once, when it is no longer covered.
    if (!known.current.has(id)) {
      intend({ area: 'shell', type: 'snackbarShown', id, chars });
      known.current.set(id, false);
    }
    // The timer of a new snackbar is stopped with the others.
    follow();
  };
}
