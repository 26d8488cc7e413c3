// Fills the context panel with the tabs of the areas.
import { useIntent, useSlice, useSlicePart } from '../../core/react';
import { useContact, useJobScript, useJobTransfers, useMediaGallery, type OpenJob } from '../../core/slices';
import { useContext, useEffect } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { displayChannel } from '../channels/displayChannel';
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
  const transfers = useTransferCount(protocol);
  const counts = useCounts(protocol, transfers);
  const isThere = { script: hasScript, files: job.channel !== 'voice', transfers: transfers !== undefined };
  const tabs = contextTabs.filter(({ needs }) => needs === undefined || isThere[needs]);
  const channelName = t(`channels.name.${displayChannel(job.channel, job.metaType)}`);
  return (
    <ContextPanel
      place={job.queue === channelName ? '' : job.queue}
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

/** The counts beside the names of the tabs; undefined until they are known. */
function useCounts(
  protocol: string,
  transfers: number | undefined,
): Readonly<Partial<Record<string, number | undefined>>> {
  const contact = useContact(protocol)?.contact;
  const history = useSlice<'historyOf'>(`historyOf:contact/${contact?.state === 'found' ? contact.contact.id : '-'}`);
  const media = useMediaGallery(protocol);
  return {
    history: history === undefined || history.groups.length === 0 ? undefined : history.total,
    transfers,
    media: media?.complete === true && media.items.length > 0 ? media.items.length : undefined,
  };
}

/** The number of transfers (JOB-040), read when the attendance is opened and when a transfer of its call came back; undefined without any. */
function useTransferCount(protocol: string): number | undefined {
  const intend = useIntent();
  // While a transfer is open, another agent may get the attendance before the answer arrives.
  const isOpen = useSlicePart<'callBar', boolean>(
    'callBar',
    (call) => call?.protocol === protocol && call.room?.transfer !== undefined,
  );
  useEffect(() => {
    if (!isOpen) intend({ area: 'transfers', type: 'loadTransfers', protocol });
  }, [intend, protocol, isOpen]);
  const count = useJobTransfers(protocol)?.items.length ?? 0;
  return count === 0 ? undefined : count;
}
