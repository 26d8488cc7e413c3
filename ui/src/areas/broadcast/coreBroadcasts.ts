// The views of the core as the screens of broadcasts read them.
import type {
  BroadcastCardView,
  BroadcastCheckView,
  BroadcastContactView,
  BroadcastEntryView,
  NamedView,
  NewBroadcastView,
} from 'core-wasm';
import type {
  BroadcastCheck,
  BroadcastDetails,
  BroadcastDraft,
  BroadcastEntry,
  Choice,
  ContactFileResult,
  ContactRow,
  DraftFaults,
} from './types';

export function listOf(card: BroadcastCardView): BroadcastDetails {
  const { group, campaign, route, template, paused, busy, ...rest } = card;
  return {
    ...rest,
    attendanceGroupName: group,
    campaignName: campaign,
    routeName: route,
    templateName: template,
    pausedReason: paused,
    pending: busy,
  };
}

/** An entry; `name` is the name for reading. */
export function entryOf(view: BroadcastEntryView, name: string): BroadcastEntry {
  const { id, initials, color, contactId, identifier, phone, status, reason, retryable, changedAt } = view;
  return {
    scheduleId: id,
    contactName: name,
    initials,
    color,
    contactId,
    contactIdentifier: identifier,
    contactWhatsAppIdentifier: phone,
    status,
    reason,
    retryable,
    changedAt,
  };
}

export function draftOf(view: NewBroadcastView): BroadcastDraft {
  const { name, groupId, campaignId, routeId, templateId, headerLink, startsAt, variables } = view;
  return {
    name,
    groupId,
    campaignId,
    routeId,
    templateId,
    headerLink,
    startsAt,
    variables: variables.map(({ column, text }) => ({ column, text })),
  };
}

export function faultsOf({ faults }: NewBroadcastView): DraftFaults {
  return Object.fromEntries(faults.map(({ field, text }) => [field, text]));
}

export function choicesOf(named: ReadonlyArray<NamedView>): ReadonlyArray<Choice> {
  return named.map(({ id, name }) => ({ value: id, label: name }));
}

export function checkOf(view: BroadcastCheckView | undefined): BroadcastCheck | undefined {
  if (view === undefined) return undefined;
  const { receives, reasons, firstAt, lastAt, dailyLimit, dailyUsed } = view;
  const leftOut = reasons.flatMap(({ text, names }) => names.map((contactName) => ({ contactName, reason: text })));
  return { receives, leftOut, firstAt, lastAt, dailyLimit, dailyUsed };
}

/** What the page says about the check. A list that is too long is said at the contacts. */
export function checkStateOf(view: NewBroadcastView): 'none' | 'loading' | 'ready' | 'failed' {
  if (view.checking) return 'loading';
  if (view.checkFailed) return view.chosen > view.most ? 'none' : 'failed';
  return view.check === undefined ? 'none' : 'ready';
}

export function fileResultOf(view: NewBroadcastView): ContactFileResult | undefined {
  const { file, fileRows, fileRepeated, fileWithoutPhone } = view;
  return file === ''
    ? undefined
    : { name: file, read: fileRows, repeated: fileRepeated, withoutPhone: [...fileWithoutPhone] };
}

/** A contact to choose. `columns` are the columns of the variables, in their order. */
export function contactRowOf(
  { id, name, phone, chosen, leftOut, values }: BroadcastContactView,
  columns: ReadonlyArray<string>,
): ContactRow {
  return {
    id,
    name,
    phone,
    selected: chosen,
    values: Object.fromEntries(columns.map((column, index) => [column, values[index] ?? ''])),
    leftOut: chosen ? leftOut : undefined,
    // A chosen contact must be able to lose its mark.
    refusal: phone === '' && !chosen ? { key: 'broadcasts.reasons.noNumber' } : undefined,
  };
}
