// Fills the context panel with the tabs of the areas.
import { useJobScript, type OpenJob } from '../../core/slices';
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
  const tabs = contextTabs.filter(({ needs }) => needs === undefined || hasScript);
  return (
    <ContextPanel
      tabs={tabs.map(({ id, label, Content }) => ({
        value: id,
        label: t(label),
        content: <Content protocol={protocol} job={job} />,
      }))}
      onClose={onClose}
    />
  );
}
