// Absent mode beside the core: the line with the way back for who stayed absent.
import { useTranslation } from 'react-i18next';
import { useIntent, useSlice } from '../../core/react';
import { Banner } from '../../design/Banner';
import { Button } from '../../design/Button';

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
        <Button size="small" pending={pending} onClick={() => intend({ area: 'absence', type: 'returnFromAbsence' })}>
          {t('absence.dialog.return')}
        </Button>
      }
    >
      {t('absence.banner')}
    </Banner>
  );
}
