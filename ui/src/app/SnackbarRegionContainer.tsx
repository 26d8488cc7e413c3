// The snackbars beside the core: it keeps their time and needs to know how long the text is in this language and whether somebody is reading.
import { useRef } from 'react';
import { useIntent, useSlice } from '../core/react';
import { SnackbarRegion } from '../design/Snackbar';
import { useCoreText } from '../i18n/text';

/** `raised`: the field of a conversation stands at the foot of the page. */
export function SnackbarRegionContainer({ raised }: { raised: boolean }) {
  const { items } = useSlice('snackbars');
  const dialog = useSlice('dialog');
  const intend = useIntent();
  const say = useCoreText();
  const held = useRef(false);
  return (
    <SnackbarRegion
      raised={raised}
      besideDialog={dialog.kind !== 'none'}
      notices={items.map((snackbar) => ({
        id: String(snackbar.id),
        type: snackbar.type,
        title: snackbar.title === undefined ? undefined : say(snackbar.title),
        body: say(snackbar.body),
      }))}
      onClose={(id) => intend({ area: 'shell', type: 'snackbarDismissed', id: Number(id) })}
      onShown={(id, chars) => {
        intend({ area: 'shell', type: 'snackbarShown', id: Number(id), chars });
        // One that comes while the others are being read waits with them.
        if (held.current) intend({ area: 'shell', type: 'snackbarHeld', id: Number(id), held: true });
      }}
      onHoldChange={(next) => {
        held.current = next;
        items.forEach(({ id }) => intend({ area: 'shell', type: 'snackbarHeld', id, held: next }));
      }}
    />
  );
}
