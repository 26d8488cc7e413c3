// The dialogs of WhatsApp that begin, forward and transfer, from invented data.
import type { DestinationCampaignsView, DestinationsView } from 'core-wasm';
import type { ReactNode } from 'react';
import { FastTriggerDialog, type FastTriggerDialogProps } from '../areas/fastTrigger/FastTriggerDialog';
import { ForwardDialog, type ForwardDialogProps } from '../areas/whatsapp/ForwardDialog';
import type { StartCampaignProps } from '../areas/whatsapp/StartCampaign';
import { StartDialog, type StartDialogProps } from '../areas/whatsapp/StartDialog';
import { TransferDialog, type TransferDialogProps } from '../areas/transfers/TransferDialog';
import { ignore, longName } from './samples';

const campaign: StartCampaignProps = {
  state: 'ready',
  onRetry: ignore,
  campaigns: [
    { id: '31', name: 'Renovação por WhatsApp' },
    { id: '32', name: longName },
  ],
  defaultCampaign: '31',
  onDefaultCampaignChange: ignore,
  campaign: '31',
  onCampaignChange: ignore,
  routes: [{ id: '1', name: 'Vendas' }],
  route: '',
  onRouteChange: ignore,
};
const start: StartDialogProps = {
  contacts: [
    { id: '1', name: 'Mariana Albuquerque', phone: '5511981237740' },
    { id: '2', name: longName, phone: '351912345678' },
  ],
  search: { text: '', contacts: [], pending: false, failed: false, onSearch: ignore },
  campaign,
  pending: false,
  failure: undefined,
  onTarget: ignore,
  onStart: ignore,
  onClose: ignore,
};
const trigger: FastTriggerDialogProps = {
  phone: '5511981237740',
  name: 'Mariana Albuquerque',
  channels: ['voice', 'whatsapp'],
  channel: 'whatsapp',
  onChannelChange: ignore,
  whatsapp: campaign,
  voice: { campaigns: [{ id: '21', name: 'Cobrança' }], campaign: '', onCampaignChange: ignore },
  inCall: false,
  pending: false,
  failure: undefined,
  onNumber: ignore,
  onStart: ignore,
  onClose: ignore,
};
const forward: ForwardDialogProps = {
  count: 3,
  targets: [
    { protocol: '1', name: 'Transportes Rio Claro', place: 'Vendas' },
    { protocol: '2', name: 'Grupo Alvorada Alimentos', place: 'Pós-venda', blocked: 'windowClosed' },
    { protocol: '3', name: longName, place: `Fila ${longName}` },
  ],
  failure: undefined,
  onForward: ignore,
  onClose: ignore,
};
const transferCampaigns: DestinationCampaignsView = {
  state: 'ready',
  items: [
    { id: '31', name: 'Renovação por WhatsApp', current: true },
    { id: '32', name: longName, current: false },
  ],
  chosen: '31',
  agentsState: 'ready',
  agents: [
    {
      id: '1',
      name: longName,
      initials: 'L',
      color: '#B1508D',
      status: 'available',
      available: true,
      load: { open: 2, limit: 5 },
    },
  ],
};
const transfer: TransferDialogProps = {
  destinations: {
    agentsState: 'ready',
    agents: [
      {
        id: '1',
        name: 'Renata Lopes',
        initials: 'RL',
        color: '#B1508D',
        status: 'available',
        available: true,
        load: { open: 2, limit: 5 },
      },
      {
        id: '2',
        name: longName,
        initials: 'L',
        color: '#B1508D',
        status: 'inAttendance',
        available: true,
        load: undefined,
      },
      {
        id: '3',
        name: 'Bruno Lima',
        initials: 'BL',
        color: '#B1508D',
        status: 'paused',
        available: false,
        load: undefined,
      },
      {
        id: '4',
        name: 'Davi Rocha',
        initials: 'DR',
        color: '#B1508D',
        status: 'scheduledPause',
        available: false,
        load: undefined,
      },
      {
        id: '5',
        name: 'Eva Nunes',
        initials: 'EN',
        color: '#B1508D',
        status: 'disconnected',
        available: false,
        load: undefined,
      },
    ],
    queuesState: 'ready',
    queues: [
      { id: '1', name: 'Vendas WhatsApp', current: true, agentsAvailable: 3, waiting: 4 },
      { id: '2', name: longName, current: false, agentsAvailable: 0, waiting: undefined },
    ],
    campaigns: transferCampaigns,
    pending: false,
    note: '',
  },
  pending: false,
  failure: undefined,
  onRetry: ignore,
  onNote: ignore,
  onCampaign: ignore,
  onTransfer: ignore,
  onClose: ignore,
};

const noDestinations: DestinationsView = {
  agentsState: 'ready',
  agents: [],
  queuesState: 'ready',
  queues: [],
  campaigns: undefined,
  pending: false,
  note: '',
};

const campaignChosen = { kind: 'campaign', id: '31' } as const;
const withCampaigns = (changes: Partial<DestinationCampaignsView>): DestinationsView => ({
  ...noDestinations,
  campaigns: { ...transferCampaigns, agents: [], ...changes },
});

/** Samples by the name in the address of the gallery. */
export const whatsAppDialogs: Readonly<Record<string, () => ReactNode>> = {
  start: () => <StartDialog {...start} />,
  startWithoutCampaigns: () => (
    <StartDialog
      {...start}
      contacts={[]}
      campaign={{ ...campaign, campaigns: [], campaign: '', defaultCampaign: '', routes: [] }}
    />
  ),
  startLoading: () => (
    <StartDialog {...start} contacts={[]} campaign={{ ...campaign, state: 'loading', campaigns: [], campaign: '' }} />
  ),
  startNotLoaded: () => (
    <StartDialog {...start} contacts={[]} campaign={{ ...campaign, state: 'failed', campaigns: [], campaign: '' }} />
  ),
  startPending: () => <StartDialog {...start} pending />,
  startFailed: () => <StartDialog {...start} failure="Contato já em atendimento com o agente Renata Lopes" />,
  startTaken: () => <StartDialog {...start} obstacle="Contato preferencial do agente Renata Lopes" />,
  fastTrigger: () => <FastTriggerDialog {...trigger} />,
  fastTriggerCall: () => <FastTriggerDialog {...trigger} channel="voice" />,
  fastTriggerTaken: () => (
    <FastTriggerDialog {...trigger} channel="voice" obstacle={`Contato já em atendimento com o agente ${longName}`} />
  ),
  fastTriggerFailed: () => <FastTriggerDialog {...trigger} name={longName} failure="O contato está na blacklist" />,
  forward: () => <ForwardDialog {...forward} />,
  forwardNone: () => <ForwardDialog {...forward} targets={[]} />,
  forwardFailed: () => (
    <ForwardDialog {...forward} failure="A janela de 24 horas fechou. Envie um modelo para continuar a conversa." />
  ),
  transfer: () => <TransferDialog {...transfer} />,
  transferLoading: () => <TransferDialog {...transfer} destinations={undefined} />,
  transferNotLoaded: () => <TransferDialog {...transfer} destinations={{ ...noDestinations, agentsState: 'failed' }} />,
  transferNobody: () => <TransferDialog {...transfer} destinations={noDestinations} />,
  transferCampaign: () => <TransferDialog {...transfer} start={campaignChosen} />,
  transferCampaignLoading: () => (
    <TransferDialog {...transfer} start={campaignChosen} destinations={withCampaigns({ agentsState: 'loading' })} />
  ),
  transferCampaignNotLoaded: () => (
    <TransferDialog {...transfer} start={campaignChosen} destinations={withCampaigns({ agentsState: 'failed' })} />
  ),
  transferCampaignNone: () => (
    <TransferDialog {...transfer} start={campaignChosen} destinations={withCampaigns({ items: [], chosen: '' })} />
  ),
  transferPending: () => <TransferDialog {...transfer} pending />,
  transferFailed: () => <TransferDialog {...transfer} failure="O agente está em pausa" />,
};
