// Fills the context panel with the tabs of the areas.
import { useSlice } from '../../core/react';
import { useContact, useJobScript, useMediaGallery, type OpenJob } from '../../core/slices';
import { useContext } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { hasScriptTab } from '../../shared/scriptTab';
import { ContextPanel } from './ContextPanel';
import { AttendanceSlotsContext } from './attendanceSlots';

export interface ContextPanelContainerProps {
  protocol: string;
  job: OpenJob;
  onClose: () => void;
}

export function ContextPanelContainer({ protocol, job, onClose }: ContextPanelContainerProps) {
  const { t } = useTranslation();
  const { contextTabs } = useContext(AttendanceSlotsContext);
  const hasScript = hasScriptTab(useJobScript(protocol));
  const counts = useCounts(protocol);
  const isThere = { script: hasScript, files: job.channel !== 'voice' };
  const tabs = contextTabs.filter(({ needs }) => needs === undefined || isThere[needs]);
  return (
    <ContextPanel
      tabs={tabs.map(({ id, label, fill, Content }) => ({
        value: id,
        label: t(label),
        fill,
        count: counts[id],
        content: <Content protocol={protocol} job={job} />,
      }))}
      onClose={onClose}
    />
  );
}

/** Beside the names of the tabs; without a number until it is known. */
function useCounts(protocol: string): Readonly<Partial<Record<string, number | undefined>>> {
  const contact = useContact(protocol)?.contact;
  const history = useSlice<'historyOf'>(`historyOf:contact/${contact?.state === 'found' ? contact.contact.id : '-'}`);
  const media = useMediaGallery(protocol);
  return {
    history: history === undefined || history.groups.length === 0 ? undefined : history.total,
    media: media?.complete === true && media.items.length > 0 ? media.items.length : undefined,
  };
}
