// The text of an empty list about new attendances.
import { useTranslation } from '../../i18n/useTranslation';
import type { Receiving } from './receiving';

export function useReceivingHelp(receiving: Receiving): string {
  const { t } = useTranslation();
  if (receiving.state !== 'some') return t(`channels.receiving.${receiving.state}`);
  const names = receiving.channels.map((channel) => t(`channels.name.${channel}`));
  return t('channels.receiving.some', { channels: names.join(', ') });
}
