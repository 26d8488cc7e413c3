// Connects the absence banner with the core: it lets an absent agent return.
import { useTranslation } from '../../i18n/useTranslation';
import { useIntent, useSlice } from '../../core/react';
import { Banner } from '../../design/Banner';
import { Button } from '../../design/Button';

/** Renders nothing unless the agent is absent. */
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
