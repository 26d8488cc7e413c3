import { useTranslation } from 'react-i18next';
import type { TagPickerTexts } from '../../design/TagPicker';

/** The texts of a picker of tags. */
export function useTagTexts(): TagPickerTexts {
  const { t } = useTranslation();
  return {
    label: t('people.tags.label'),
    search: t('people.tags.search'),
    nothing: t('people.tags.nothing'),
    loading: t('people.tags.loading'),
    failed: t('people.tags.failed'),
  };
}
