// Connects the attendance workspace with the core: the open conversation, the pane of a phone, the details, and the focus when the conversation
// changes.
import { createElement, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { focusFirst } from '../../shared/focusTarget';
import { RouteBoundary } from '../../shared/RouteBoundary';
import { BrokenPartContext, brokenConversation, brokenDetails } from '../../shared/brokenPart';
import { useDocumentTitle } from '../../shared/useDocumentTitle';
import { useChangePreferences, useIntent, useSlice } from '../../core/react';
import { useContact, useJob } from '../../core/slices';
import { useReceiving } from '../channels/useReceiving';
import { ChatConversation } from '../conversation/ChatConversation';
import { AttendanceLayout, type Widths } from './AttendanceLayout';
import { AttendanceSlotsContext, type WorkspaceProps } from './attendanceSlots';
import { ContextPanelContainer } from './ContextPanelContainer';
import { attendanceFocusTargets } from './focusTargets';
import { JobListContainer } from '../jobs/JobListContainer';
import { WorkspaceEmpty } from './WorkspaceEmpty';

export function AttendancePage({ protocol }: { protocol: string | undefined }) {
  const { t } = useTranslation();
  const intend = useIntent();
  const job = useJob(protocol);
  useDocumentTitle(t('jobs.list.title'));

  const focusNext = useFocusOfConversation(job === undefined ? undefined : protocol);
  const openProtocol = useRef(protocol);
  useEffect(() => {
    openProtocol.current = protocol;
  }, [protocol]);
  // One function for all attendances, because all cards of the list get it.
  const open = useCallback(
    (wanted: string) => {
      // An already open conversation does not change, so no effect would move the focus to it.
      if (wanted === openProtocol.current) focusFirst(attendanceFocusTargets);
      else focusNext();
      intend({ area: 'jobs', type: 'openJob', protocol: wanted });
    },
    [intend, focusNext],
  );

  const details = useDetails(protocol);
  const closeDetails = (): void => {
    // The closed drawer has no focusable element any more.
    if (document.getElementById('details')?.contains(document.activeElement) === true)
      focusFirst(attendanceFocusTargets);
    details.setOpen(false);
  };
  const { widths, setWidths } = useWidths();
  const isOpen = protocol !== undefined && job !== undefined;
  const { listActions } = useContext(AttendanceSlotsContext);
  const actions = useMemo(() => listActions.map(({ id, Action }) => <Action key={id} />), [listActions]);
  return (
    <AttendanceLayout
      pane={isOpen ? 'workspace' : 'list'}
      contextOpen={details.open}
      widths={widths}
      onWidthsChange={setWidths}
      list={<JobListContainer selected={protocol ?? null} onOpen={open} actions={actions} />}
      workspace={
        isOpen ? (
          <BrokenPartContext value={brokenConversation}>
            <RouteBoundary key={protocol} onReload={() => intend({ area: 'jobs', type: 'reloadThread', protocol })}>
              <AttendanceWorkspace
                protocol={protocol}
                job={job}
                contextOpen={details.open}
                onToggleContext={() => details.setOpen(!details.open)}
              />
            </RouteBoundary>
          </BrokenPartContext>
        ) : (
          <NoAttendance />
        )
      }
      context={
        isOpen ? (
          <BrokenPartContext value={brokenDetails}>
            <RouteBoundary
              key={protocol}
              onReload={() => intend({ area: 'contacts', type: 'reloadContact', protocol })}
            >
              <ContextPanelContainer protocol={protocol} job={job} onClose={closeDetails} />
            </RouteBoundary>
          </BrokenPartContext>
        ) : null
      }
    />
  );
}

/** The conversation, unless the area of the channel has a workspace of its own. */
function AttendanceWorkspace(props: WorkspaceProps) {
  const { workspaces } = useContext(AttendanceSlotsContext);
  return createElement(workspaces[props.job.channel] ?? ChatConversation, props);
}

function NoAttendance() {
  const { total } = useSlice('jobSummary');
  const { receiving, connect } = useReceiving();
  return <WorkspaceEmpty receiving={receiving} hasJobs={total > 0} connect={connect} />;
}

/** The drawer keeps its state; it opens by itself when the contact must be registered to continue. */
function useDetails(protocol: string | undefined): { open: boolean; setOpen: (open: boolean) => void } {
  const change = useChangePreferences();
  const preferences = useSlice('preferences');
  const isNeeded = useContact(protocol)?.needed ?? false;
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  const [forced, setForced] = useState(false);
  if (wasNeeded !== isNeeded) {
    setWasNeeded(isNeeded);
    setForced(isNeeded);
  }
  return {
    open: forced || preferences.detailsOpen === true,
    setOpen: (open) => {
      setForced(false);
      change({ detailsOpen: open });
    },
  };
}

/** The column widths that this agent set (BEY-056). */
function useWidths(): { widths: Widths; setWidths: (widths: Widths) => void } {
  const change = useChangePreferences();
  const { listWidth = null, detailsWidth = null } = useSlice('preferences');
  const widths = useMemo(() => ({ list: listWidth, details: detailsWidth }), [listWidth, detailsWidth]);
  return {
    widths,
    setWidths: ({ list, details }) =>
      change({ columnWidths: { list: list ?? undefined, details: details ?? undefined } }),
  };
}

/**
 * Focuses a conversation that the agent opened from the list; otherwise only if nothing has the focus. Returns a function that marks the next opening
 * as one from the list.
 */
function useFocusOfConversation(protocol: string | undefined): () => void {
  const isByHand = useRef(false);
  const isFirst = useRef(true);
  useEffect(() => {
    const isWanted = isByHand.current || document.activeElement === null || document.activeElement === document.body;
    isByHand.current = false;
    if (isFirst.current) isFirst.current = false;
    else if (isWanted) focusFirst(attendanceFocusTargets);
  }, [protocol]);
  return useCallback(() => {
    isByHand.current = true;
  }, []);
}
