// Absent mode beside the core: the dialog that asks, and the line with the way back for who stayed absent.
import { useTranslation } from 'react-i18next';
import { useIntent, useSlice } from '../../core/react';
import { Banner } from '../../design/Banner';
import { Button } from '../../design/Button';
import { AbsentDialog } from './AbsentDialog';

export function AskedWhileAbsent({ focusFallback }: { focusFallback: () => void }) {
  const { since, supervisor, pending } = useSlice('absence');
  const intend = useIntent();
  return (
    <AbsentDialog
      open
      since={since ?? null}
      supervisor={supervisor}
      pending={pending}
      onReturn={() => intend({ type: 'returnFromAbsence' })}
      onStay={() => intend({ type: 'closeDialog' })}
      focusFallback={focusFallback}
    />
  );
}

/** Nothing while the agent is there. */
export function AbsenceBanner() {
  const { t } = useTranslation();
  const { absent, pending } = useSlice('absence');
  const intend = useIntent();
  if (!absent) return null;
  return (
    <Banner
      tone="warning"
      action={
        <Button size="small" pending={pending} onClick={() => intend({ type: 'returnFromAbsence' })}>
          {t('absence.dialog.return')}
        </Button>
      }
    >
      {t('absence.banner')}
    </Banner>
  );
}
