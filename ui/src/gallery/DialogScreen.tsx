// Each dialog of the built areas, open.
import type { BulkDialogView, BulkItemView } from 'core-wasm';
import { useState } from 'react';
import { AbsentDialog } from '../areas/absence/AbsentDialog';
import { ConfirmDisconnectDialog } from '../areas/channels/ConfirmDisconnectDialog';
import { ExtensionDialog, type ExtensionDialogProps } from '../areas/channels/ExtensionDialog';
import { SendWithPreference } from '../areas/conversation/composer/SendWithPreference';
import {
  FinishAndQualifyDialog,
  type FinishAndQualifyDialogProps,
} from '../areas/qualification/FinishAndQualifyDialog';
import { BulkDialog } from '../areas/qualification/BulkDialog';
import { bulkSample } from '../areas/qualification/bulkSample';
import { FinishDialog } from '../areas/qualification/FinishDialog';
import { ReconnectingDialog } from '../areas/connection/ReconnectingDialog';
import {
  ConnectionProblemDialog,
  type ConnectionProblemDialogProps,
} from '../areas/connection/ConnectionProblemDialog';
import { AlertPreferences, type AlertPreferencesProps } from '../areas/notifications/AlertPreferences';
import { PauseAlertDialog, type ExceededPause } from '../areas/pauses/PauseAlertDialog';
import { PauseDialog, type PauseDialogProps } from '../areas/pauses/PauseDialog';
import { QualificationDialog, type QualificationDialogProps } from '../areas/qualification/QualificationDialog';
import { ConfirmAbsentDialog, ConfirmForceDisconnectDialog } from '../areas/supervision/SupervisionDialogs';
import { IdleEndDialog } from '../areas/session/IdleEndDialog';
import { NewPasswordDialog } from '../areas/session/NewPasswordDialog';
import { SecondFactorDialog } from '../areas/session/SecondFactorDialog';
import { LogOffDialog } from '../areas/session/LogOffDialog';
import { DeviceDialog } from '../areas/voice/DeviceDialog';
import { IncomingCallDialog } from '../areas/voice/IncomingCallDialog';
import { BroadcastDialog } from './BroadcastScreen';
import { PeopleDialog } from './PeopleDialogs';
import { ImportGallery } from './ImportGallery';
import { PaletteScreen } from './PaletteScreen';
import { PreferencesSample } from './PreferencesSample';
import { TemplateDialog } from '../areas/whatsapp/TemplateDialog';
import { templateSamples } from './templateSamples';
import { factorStates } from './factorSamples';
import { ignore, longName, newPasswordStates, openedAt } from './samples';
import { messageSearchDialogs } from './MessageSearchSamples';
import { notesDialogs } from './NotesSheet';
import { callTransferDialog } from './CallTransferDialogs';
import { whatsAppDialogs } from './WhatsAppDialogs';
import { snoozeDialogs } from './SnoozeSamples';
import { supervisorDialogs } from './SupervisorDialogs';
import { devicePickerSample, devicePickerStates, incomingSamples } from './voiceSamples';

const alertSample: AlertPreferencesProps = {
  desktop: 'granted',
  onAskDesktop: ignore,
  notify: { chat: true, whatsapp: false, voiceConnection: true },
  onNotifyChange: ignore,
  hideContent: false,
  onHideContentChange: ignore,
  sounds: true,
  onSoundsChange: ignore,
  soundBlocked: false,
  channels: ['voice', 'whatsapp', 'chat'],
  tones: {
    voice: { melody: 'double', volume: 70 },
    whatsapp: { melody: 'soft', volume: 0 },
    chat: { melody: 'bright', volume: 100 },
  },
  onToneChange: ignore,
  onTest: ignore,
  repeat: true,
  onRepeatChange: ignore,
  ringUntilOpened: false,
  onRingUntilOpenedChange: ignore,
};

const alertStates: Readonly<Record<string, Partial<AlertPreferencesProps>>> = {
  preferencesDenied: { desktop: 'denied', channels: ['chat'] },
  preferencesBlocked: {
    desktop: 'default',
    soundBlocked: true,
    notify: { chat: true, whatsapp: false, voiceConnection: false },
  },
};

const options = [
  { id: '1', name: 'Renovação › Aceita' },
  { id: '2', name: 'Renovação › Em negociação' },
  { id: '3', name: 'Renovação › Recusada' },
  { id: '4', name: `Renovação › ${longName}` },
];

const extensionStates: Readonly<Record<string, Partial<ExtensionDialogProps>>> = {
  extensionFirst: { last: '' },
  extensionInvalid: { last: '10a1', error: 'O ramal tem só números' },
  extensionUnknown: { last: '4444', failure: 'Ramal não existe', refusal: 'extensionNotExisting' },
  extensionUnregistered: { last: '1008', failure: 'Ramal não registrado', refusal: 'extensionNotRegistered' },
  extensionInUse: { last: '1002', failure: 'Ramal em uso', refusal: 'extensionInUse' },
  extensionFailed: {
    last: '1009',
    failure: 'Não foi possível originar chamada para o ramal',
    refusal: 'cannotOriginate',
  },
  extensionLimit: { failure: 'Limite de conexões excedido' },
  extensionPending: { pending: true },
};

const qualificationStates: Readonly<Record<string, Partial<QualificationDialogProps>>> = {
  qualificationLoading: { state: 'loading' },
  qualificationNotLoaded: { state: 'failed' },
  qualificationNone: { options: [] },
  qualificationInvalid: {
    selected: null,
    selectionError: 'Escolha uma qualificação',
    observationError: 'Esse campo é obrigatório',
  },
  qualificationFailed: { failure: 'Não foi possível realizar a qualificação.' },
  qualificationPending: { pending: true },
};

const pausable: PauseDialogProps['channels'] = [
  { channel: 'voice', blocked: 'notConnected', openJobs: 0, pending: false },
  { channel: 'whatsapp', openJobs: 5, pending: false },
  { channel: 'chat', openJobs: 0, pending: false },
];
const everywhere = ['voice', 'whatsapp', 'chat'] as const;
const pauseReasons: PauseDialogProps['reasons'] = [
  { id: '1', name: 'Almoço', channels: everywhere, maxDurationSeconds: 3600 },
  { id: '2', name: 'Café', channels: everywhere, maxDurationSeconds: 900 },
  { id: '3', name: 'Banheiro', channels: everywhere, maxDurationSeconds: 60 },
  { id: '4', name: 'Reunião', channels: everywhere, maxDurationSeconds: 0 },
];

const pauseStates: Readonly<Record<string, Partial<PauseDialogProps>>> = {
  pauseOne: { only: 'chat' },
  pauseLong: {
    reasons: [{ id: '5', name: longName, channels: everywhere, maxDurationSeconds: 86_400 }, ...pauseReasons],
  },
  pauseLoading: { state: 'loading' },
  pauseNotLoaded: { state: 'failed' },
  pauseNone: { reasons: [] },
  pausePending: { channels: pausable.map((channel) => ({ ...channel, pending: true })) },
};

const exceeded: ReadonlyArray<ExceededPause> = [
  { channel: 'chat', pause: 'Almoço', since: openedAt - 3_722_000, maxDurationSeconds: 3600 },
  { channel: 'whatsapp', pause: longName, since: openedAt - 3_722_000, maxDurationSeconds: 60 },
];

const problems: Readonly<Record<string, Pick<ConnectionProblemDialogProps, 'problem' | 'rows'>>> = {
  problem: {
    problem: undefined,
    rows: [
      { link: 'internet', state: 'ok' },
      { link: 'server', state: 'lost', attempts: 1 },
      { link: 'voice', state: 'connecting' },
    ],
  },
  problemInternet: {
    problem: 'internet',
    rows: [
      { link: 'internet', state: 'lost' },
      { link: 'server', state: 'lost', attempts: 5 },
    ],
  },
  problemVoice: {
    problem: 'voiceMedia',
    rows: [
      { link: 'internet', state: 'ok' },
      { link: 'server', state: 'ok' },
      { link: 'voice', state: 'lost' },
      { link: 'device', state: 'ok' },
    ],
  },
  problemDevice: {
    problem: 'device',
    rows: [
      { link: 'internet', state: 'ok' },
      { link: 'server', state: 'ok' },
      { link: 'voice', state: 'lost' },
      { link: 'device', state: 'lost' },
    ],
  },
  problemBackend: {
    problem: 'backend',
    rows: [
      { link: 'internet', state: 'ok' },
      { link: 'server', state: 'connecting', attempts: 12 },
    ],
  },
};

const finishForm: FinishAndQualifyDialogProps['form'] = {
  state: 'ready',
  options: [
    { id: '1', name: 'Renovada com acréscimo' },
    { id: '2', name: 'Renovada sem alteração' },
    { id: '3', name: 'Não renovou: preço' },
  ],
  selected: '1',
  onSelect: ignore,
  observation: 'Fechou com 12%. Instalação terça, 9 h.',
  onObservationChange: ignore,
  observationRequired: false,
  onRetry: ignore,
};

export function DialogScreen({ name }: { name: string }) {
  const choice = callTransferDialog(name);
  if (choice !== undefined) return choice;
  const listed =
    whatsAppDialogs[name] ??
    notesDialogs[name] ??
    messageSearchDialogs[name] ??
    snoozeDialogs[name] ??
    supervisorDialogs[name];
  if (listed !== undefined) return listed();
  switch (name) {
    case 'logOff':
      return <LogOffDialog open openJobs={3} pending={false} onConfirm={ignore} onCancel={ignore} />;
    case 'logOffInCall':
      return (
        <LogOffDialog open openJobs={2} callWith={longName} pending={false} onConfirm={ignore} onCancel={ignore} />
      );
    case 'template':
    case 'templateNone':
    case 'templateLoading':
    case 'templateFailed':
      return (
        <TemplateDialog
          state={name === 'templateLoading' ? 'loading' : name === 'templateFailed' ? 'failed' : 'ready'}
          templates={name === 'templateNone' ? [] : templateSamples}
          onRetry={ignore}
          onChooseFile={(file) => ({ id: '1', file, address: '', objection: undefined, plan: { kind: 'asItIs' } })}
          onSend={ignore}
          onClose={ignore}
        />
      );
    case 'finishCall':
      return <FinishDialog name={longName} onConfirm={ignore} onCancel={ignore} />;
    case 'finish':
    case 'finishOnTheWay':
    case 'finishPending':
    case 'finishUnregistered':
      return (
        <FinishAndQualifyDialog
          name={longName}
          form={name === 'finishUnregistered' ? undefined : finishForm}
          onTheWay={name === 'finishOnTheWay' ? { messages: 1, files: ['Contrato_BemViver_2026.pdf'] } : undefined}
          waiting={name === 'finish' ? 6 : undefined}
          unsent={name === 'finish' ? ['reply'] : undefined}
          closing={name === 'finishPending' ? 'lookingUp' : undefined}
          next="nextWaiting"
          onNextChange={ignore}
          onFinishAndQualify={ignore}
          onFinish={ignore}
          onCancel={ignore}
        />
      );
    case 'pauseAlert':
    case 'pauseAlertTwo':
      return (
        <PauseAlertDialog
          open
          pauses={name === 'pauseAlert' ? exceeded.slice(0, 1) : exceeded}
          pending={false}
          onLeave={ignore}
          onStay={ignore}
        />
      );
    case 'agentAbsent':
    case 'agentAbsentPending':
      return (
        <AbsentDialog
          open
          since={openedAt - 3_722_000}
          supervisor={name === 'agentAbsent' ? 'Carla Dias' : ''}
          pending={name === 'agentAbsentPending'}
          onReturn={ignore}
          onStay={ignore}
        />
      );
    case 'problem':
    case 'problemInternet':
    case 'problemBackend':
    case 'problemVoice':
    case 'problemDevice':
      return (
        <ConnectionProblemDialog
          open
          {...(problems[name] ?? { problem: undefined, rows: [] })}
          onRetry={ignore}
          onGiveUp={ignore}
        />
      );
    case 'extension':
    case 'extensionFirst':
    case 'extensionInvalid':
    case 'extensionUnknown':
    case 'extensionUnregistered':
    case 'extensionInUse':
    case 'extensionFailed':
    case 'extensionLimit':
    case 'extensionPending':
      return (
        <ExtensionDialog
          open
          last="1001"
          pending={false}
          onConnect={ignore}
          onClose={ignore}
          {...extensionStates[name]}
        />
      );
    case 'confirmDisconnect':
      return <ConfirmDisconnectDialog open channel="whatsapp" openJobs={5} onConfirm={ignore} onCancel={ignore} />;
    case 'confirmAbsent':
    case 'confirmPresent':
      return (
        <ConfirmAbsentDialog
          open
          name={longName}
          absent={name === 'confirmAbsent'}
          onConfirm={ignore}
          onCancel={ignore}
        />
      );
    case 'confirmForceDisconnect':
    case 'confirmForceDisconnectOpen':
      return (
        <ConfirmForceDisconnectDialog
          open
          name="Ana Souza"
          openJobs={name === 'confirmForceDisconnect' ? 0 : 3}
          onConfirm={ignore}
          onCancel={ignore}
        />
      );
    case 'reconnecting':
    case 'reconnectingNow':
      return (
        <ReconnectingDialog
          open
          rows={[
            { link: 'internet', state: 'ok' },
            { link: 'server', state: name === 'reconnecting' ? 'lost' : 'connecting' },
          ]}
          retryAt={name === 'reconnecting' ? openedAt + 4_000 : null}
          onRetry={ignore}
          onClose={ignore}
        />
      );
    case 'preferences':
    case 'preferencesDenied':
    case 'preferencesBlocked':
      return (
        <PreferencesSample
          first={name === 'preferences' ? 'general' : 'notifications'}
          sections={[
            {
              id: 'sendWith',
              tab: 'general',
              content: <SendWithPreference sendWith="enter" onSendWithChange={ignore} />,
            },
            {
              id: 'alerts',
              tab: 'notifications',
              content: <AlertPreferences {...alertSample} {...(alertStates[name] ?? {})} />,
            },
          ]}
        />
      );
    default:
      if (name.startsWith('broadcast-')) return <BroadcastDialog name={name.slice('broadcast-'.length)} />;
      if (name.startsWith('import-')) return <ImportGallery name={name.slice('import-'.length)} />;
      if (name.startsWith('people-')) return <PeopleDialog name={name.slice('people-'.length)} />;
      if (name.startsWith('palette')) return <PaletteScreen name={name} />;
      if (name === 'idleEnd') return <IdleEndDialog onStay={ignore} />;
      if (name.startsWith('factor-')) return <FactorGallery name={name.slice('factor-'.length)} />;
      if (name.startsWith('password-')) return <PasswordGallery name={name.slice('password-'.length)} />;
      if (incomingSamples[name] !== undefined) return <IncomingGallery name={name} />;
      if (name.startsWith('devices'))
        return <DeviceDialog open onClose={ignore} {...devicePickerSample} {...(devicePickerStates[name] ?? {})} />;
      if (name.startsWith('bulk')) return <BulkGallery name={name} />;
      if (name.startsWith('pause')) return <PauseGallery {...(pauseStates[name] ?? {})} />;
      return <QualificationGallery {...(qualificationStates[name] ?? {})} />;
  }
}

const leftOut: BulkItemView = {
  protocol: 'P3',
  name: 'Marcelo Prado de Albuquerque e Vasconcelos Neto',
  channel: 'whatsapp',
  state: 'left',
  reason: 'needsContact',
};
const bulkStates: Readonly<Record<string, Partial<BulkDialogView>>> = {
  bulk: { chosen: '1', items: [...bulkSample.items, leftOut] },
  bulkNoCommon: { options: [] },
  bulkFinish: { task: 'finish', aim: 'finish', unanswered: 2, unsent: 1 },
  bulkWorking: {
    stage: 'working',
    count: 1,
    items: [
      { protocol: 'P0', name: 'Davi Reis', channel: 'chat', state: 'done' },
      { protocol: 'P1', name: 'Paula Barreto', channel: 'chat', state: 'underWay' },
      { protocol: 'P2', name: 'Joaquim Medeiros', channel: 'whatsapp', state: 'lookingUp' },
      { protocol: 'P4', name: 'Elisa Nunes', channel: 'voice', state: 'waiting' },
    ],
  },
  bulkTold: { stage: 'told', count: 7, items: [leftOut] },
};

function BulkGallery({ name }: { name: string }) {
  return (
    <BulkDialog
      bulk={{ ...bulkSample, ...bulkStates[name] }}
      onChoose={ignore}
      onObserve={ignore}
      onRetryLists={ignore}
      onConfirm={ignore}
      onStop={ignore}
      onAgain={ignore}
      onClose={ignore}
    />
  );
}

function QualificationGallery(state: Partial<QualificationDialogProps>) {
  const [selected, setSelected] = useState<string | null>('1');
  const [observation, setObservation] = useState('');
  return (
    <QualificationDialog
      open
      name="Helena Duarte"
      state="ready"
      options={options}
      selected={selected}
      onSelect={setSelected}
      observation={observation}
      onObservationChange={setObservation}
      observationRequired
      pending={false}
      onQualify={ignore}
      onLater={ignore}
      onRetry={ignore}
      {...state}
    />
  );
}

function IncomingGallery({ name }: { name: string }) {
  const [volume, setVolume] = useState(60);
  return (
    <IncomingCallDialog
      call={incomingSamples[name]}
      onWantsContact={ignore}
      pause={{ reasons: pauseReasons, pending: false, onOpen: ignore, onChoose: ignore }}
      volume={volume}
      onVolumeChange={setVolume}
      onVolumeRelease={ignore}
      onAccept={ignore}
      onDecline={ignore}
    />
  );
}

function PasswordGallery({ name }: { name: string }) {
  const view = newPasswordStates[name];
  return view === undefined ? null : <NewPasswordDialog view={view} intend={ignore} onClose={ignore} />;
}

function FactorGallery({ name }: { name: string }) {
  const view = factorStates[name];
  return view === undefined ? null : <SecondFactorDialog view={view} intend={ignore} onClose={ignore} />;
}

function PauseGallery(state: Partial<PauseDialogProps>) {
  return (
    <PauseDialog
      open
      state="ready"
      channels={pausable}
      reasons={pauseReasons}
      onPause={ignore}
      onClose={ignore}
      onRetry={ignore}
      {...state}
    />
  );
}
