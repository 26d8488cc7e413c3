// One hook per kind of slice that belongs to an attendance, a message or an agent. For an undefined protocol the view is undefined too.
import type { JobGroup, JobView, SliceViews } from 'core-wasm';
import { useMemo } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { customerName } from '../i18n/visitors';
import type { IndexedList } from './indexedList';
import { useList, useSlice, useSlicePart, useSteadySlice } from './react';

/** There is no attendance with this protocol. */
const noProtocol = '-';

/**
 * An attendance without the values that change whenever it is opened, scrolled or gets a message: its whole page is rendered from
 * the rest.
 */
export type OpenJob = Omit<JobView, 'unread' | 'scrollTop' | 'threadLoading'>;

export const useJob = (protocol: string | undefined): OpenJob | undefined =>
  useNamed(useSteadySlice<'job'>(`job:${protocol ?? noProtocol}`, isSameOpenJob));

/** A customer who is known only by a telephone number has the number as name: it is formatted as a telephone number. */
function useNamed<View extends { name: string } | undefined>(view: View): View {
  const { t } = useTranslation();
  return useMemo(() => (view === undefined ? view : { ...view, name: customerName(view.name, t) }), [view, t]);
}

type Job = SliceViews['job'];

function isSameOpenJob(before: Job, now: Job): boolean {
  return JSON.stringify(openJob(before)) === JSON.stringify(openJob(now));
}

const openJob = (job: Job): Job => job && { ...job, unread: 0, scrollTop: 0, threadLoading: false };

/** Messages of the attendance are being loaded. */
export const useThreadLoading = (protocol: string | undefined): boolean =>
  useSlicePart<'job', boolean>(`job:${protocol ?? noProtocol}`, isThreadLoading);

const isThreadLoading = (job: Job): boolean => job?.threadLoading ?? false;

export const useJobRow = (protocol: string) => useNamed(useSlice<'jobRow'>(`jobRow:${protocol}`));

export const useContact = (protocol: string | undefined) => useSlice<'contact'>(`contact:${protocol ?? noProtocol}`);

export const useDraft = (protocol: string) => useSlice<'draft'>(`draft:${protocol}`);

/** Undefined for an attendance that does not exist. */
export const useNotes = (protocol: string) => useSlice<'notes'>(`notes:${protocol}`);

/** The draft of the note and the draft of the composer; undefined for an attendance that does not exist. */
export const useNoteDraft = (protocol: string) => useSlice<'noteDraft'>(`noteDraft:${protocol}`);

export const useMessage = (protocol: string, localId: string) => useSlice<'message'>(`message:${protocol}:${localId}`);

export const useQualification = (protocol: string) => useSlice<'qualification'>(`qualification:${protocol}`);

/** An empty protocol means that the attendance of the call has not arrived yet. */
export const useVoiceJob = (protocol: string | undefined) =>
  useSlice<'voiceJob'>(`voiceJob:${protocol === undefined || protocol === '' ? noProtocol : protocol}`);

/** Undefined for an attendance of another channel. */
export const useWhatsAppJob = (protocol: string | undefined) =>
  useSlice<'whatsappJob'>(`whatsappJob:${protocol ?? noProtocol}`);

/** Undefined until the script was requested, and on a channel without scripts. */
export const useJobScript = (protocol: string) => useSlice<'jobScript'>(`jobScript:${protocol}`);

/** Undefined until the templates were requested. */
export const useTemplates = (protocol: string) => useSlice<'templates'>(`templates:${protocol}`);

/** Undefined until the presets were requested. */
export const usePresetMessages = (protocol: string) => useSlice<'presets'>(`presets:${protocol}`);

/** Undefined until the agents and queues of a transfer were requested. */
export const useTransferDestinations = (protocol: string | undefined) =>
  useSlice<'transferDestinations'>(`transferDestinations:${protocol ?? noProtocol}`);

/** The transfers of an attendance; undefined until they were requested. */
export const useJobTransfers = (protocol: string) => useSlice<'jobTransfers'>(`jobTransfers:${protocol}`);

/** The protocols of a group of the list, from top to bottom. */
export const useJobOrder = (group: JobGroup): IndexedList<string> => useList(`jobOrder:${group}`);

/** The local ids of the messages of an attendance, oldest first. */
export const useThread = (protocol: string): IndexedList<string> => useList(`thread:${protocol}`);

export const useBoardRow = (agentId: string) => useSlice<'boardRow'>(`boardRow:${agentId}`);

/** The ids of the agents that the board shows, in order. */
export const useBoardOrder = (): IndexedList<string> => useList('boardOrder:shown');

export const useColleagueRow = (agentId: string) => useSlice<'colleagueRow'>(`colleagueRow:${agentId}`);

/** The ids of all colleagues, whatever their page filters, in order. */
export const useAllColleagues = (): IndexedList<string> => useList('colleagueOrder:all');

/** The ids of the colleagues that the list shows, in order. */
export const useColleagueOrder = (): IndexedList<string> => useList('colleagueOrder:shown');

/** Undefined before the first search of the attendance. */
export const useConversationSearch = (protocol: string) =>
  useSlice<'conversationSearch'>(`conversationSearch:${protocol}`);

/** Undefined until the files were requested. */
export const useMediaGallery = (protocol: string) => useSlice<'mediaGallery'>(`mediaGallery:${protocol}`);

/** Undefined until messages before the thread were requested. */
export const useEarlierMessages = (protocol: string) => useSlice<'earlierMessages'>(`earlierMessages:${protocol}`);

/** A contact of a list. */
export const useContactRow = (contactId: string) => useSlice<'contactListRow'>(`contactListRow:${contactId}`);

/** The ids of the contacts that the list shows, in order. */
export const useContactOrder = (): IndexedList<string> => useList('contactOrder:shown');

export const useCompanyRow = (employerId: string) => useSlice<'companyListRow'>(`companyListRow:${employerId}`);

/** The ids of the companies that the list shows, in order. */
export const useCompanyOrder = (): IndexedList<string> => useList('companyOrder:shown');

/** The ids of the contacts of the company whose page is open. */
export const useCompanyContacts = (): IndexedList<string> => useList('companyContacts:shown');

/** Undefined before the tags were requested. */
export const useTagsOf = (kind: 'contact' | 'employer' | 'attendance', id: string) =>
  useSlice<'tagsOf'>(`tagsOf:${kind}/${id}`);

/** A list of broadcasts; undefined if it does not exist. */
export const useBroadcastCard = (id: string) => useSlice<'broadcastCard'>(`broadcastCard:${id}`);

/** The ids of the broadcast lists that the filter shows, newest first. */
export const useBroadcastOrder = (): IndexedList<string> => useList('broadcastOrder:shown');

/** An entry of the opened broadcast list. */
export const useBroadcastEntry = (listId: string, entryId: string) =>
  useSlice<'broadcastEntry'>(`broadcastEntry:${listId}:${entryId}`);

/** The ids of the entries of the opened list that the filter shows, in order. */
export const useBroadcastEntries = (): IndexedList<string> => useList('broadcastEntries:shown');

/** A contact to choose for a new broadcast, or a row of a file. */
export const useBroadcastContact = (id: string) => useSlice<'broadcastContact'>(`broadcastContact:${id}`);

/** The ids of the contacts to choose from, in order. */
export const useBroadcastContactOrder = (): IndexedList<string> => useList('broadcastContactOrder:shown');
