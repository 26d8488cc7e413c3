// A channel's chip in each status, and the connection meter of the top bar.
import { ChannelChip, type ChannelChipProps } from '../areas/channels/ChannelChip';
import { ConnectionBanner } from '../areas/connection/ConnectionBanner';
import { ConnectionLinkList, ConnectionMeter, type LinkState } from '../areas/connection/ConnectionMeter';
import { PauseBar, type PauseBarProps } from '../areas/pauses/PauseBar';
import { WrapUpBar, type WrapUpBarProps } from '../areas/channels/WrapUpBar';
import type { ChannelName, ChannelStatus } from '../areas/channels/channels';
import type { ForcedState } from './forcedStates';
import { at, ignore, longName, openedAt } from './samples';
import { Section, Sheet, State } from './Sheet';

const chip: ChannelChipProps = {
  channel: 'chat',
  status: 'available',
  since: openedAt - 1_085_000,
  pending: false,
  canConnect: true,
  canDisconnect: true,
  onConnect: ignore,
  onDisconnect: ignore,
};
const channels: ReadonlyArray<ChannelName> = ['voice', 'whatsapp', 'chat'];
const statuses: ReadonlyArray<ChannelStatus> = [
  'available',
  'inAttendance',
  'wrapUp',
  'paused',
  'scheduledPause',
  'disconnected',
  'processing',
  'checking',
  'lost',
];
const special: ReadonlyArray<[string, Partial<ChannelChipProps>, ForcedState?]> = [
  ['Hover', {}, 'hover'],
  ['Foco', {}, 'focus'],
  ['Foco em pausa', { status: 'paused', pauseName: 'Almoço' }, 'focus'],
  ['Mais de 100 horas', { since: openedAt - 444_444_000 }],
  ['Pausa de nome longo', { status: 'paused', pauseName: longName }],
  ['Sem hora', { since: null }],
  ['Clientes na fila', { onHold: 3 }],
  ['Muitos na fila', { status: 'paused', pauseName: 'Almoço', onHold: 1204 }],
];
const links: ReadonlyArray<LinkState> = ['ok', 'connecting', 'lost'];
const next = { pause: 'Almoço', pending: false, onCancel: ignore };
const pauseBars: ReadonlyArray<[string, Partial<PauseBarProps>]> = [
  ['Pausar', {}],
  ['Nenhum canal', { action: 'blocked' }],
  ['Em pausa', { action: 'leave' }],
  ['Pendente', { action: 'leave', pending: true }],
  ['Próximo', { action: null, next: [next] }],
  ['Próximo de nome longo', { next: [{ ...next, pause: longName }] }],
  ['Próximo, cancelando', { action: null, next: [{ ...next, pending: true }] }],
];

const wrapUp: WrapUpBarProps = {
  since: openedAt - 48_000,
  until: openedAt + 72_000,
  extended: 0,
  extensions: 2,
  ending: false,
  asked: false,
  onExtend: ignore,
  onReady: ignore,
};
const wrapUps: ReadonlyArray<[string, Partial<WrapUpBarProps>]> = [
  ['No começo', {}],
  ['Um minuto a mais', { extended: 1, until: openedAt + 132_000 }],
  ['Sem mais minutos', { extended: 2 }],
  ['Sem prorrogação', { extensions: 0 }],
  ['Últimos segundos', { ending: true, until: openedAt + 9_000 }],
  ['Pendente', { asked: true }],
];

export function ChannelsSheet() {
  return (
    <Sheet title="Canais e conexão">
      {channels.map((channel) => (
        <Section key={channel} title={channel}>
          {statuses.map((status) => (
            <State key={status} caption={status}>
              <ChannelChip
                {...chip}
                channel={channel}
                status={status}
                pauseName={status === 'paused' ? 'Almoço' : undefined}
              />
            </State>
          ))}
        </Section>
      ))}
      <Section title="Especiais">
        {special.map(([caption, props, forced]) => (
          <State key={caption} caption={caption} forced={forced}>
            <ChannelChip {...chip} {...props} />
          </State>
        ))}
      </Section>
      <Section title="Pós-atendimento">
        {wrapUps.map(([caption, props]) => (
          <State key={caption} caption={caption} paper>
            <WrapUpBar {...wrapUp} {...props} />
          </State>
        ))}
        <State caption="Canal">
          <ChannelChip {...chip} channel="voice" status="wrapUp" until={openedAt + 72_000} />
        </State>
        <State caption="Canal, últimos segundos">
          <ChannelChip {...chip} channel="voice" status="wrapUp" until={openedAt + 9_000} ending />
        </State>
      </Section>
      <Section title="Pausas">
        {pauseBars.map(([caption, props]) => (
          <State key={caption} caption={caption}>
            <PauseBar action="pause" pending={false} next={[]} onPause={ignore} onLeave={ignore} {...props} />
          </State>
        ))}
      </Section>
      <Section title="Conexão">
        {links.map((state) => (
          <State key={state} caption={state}>
            <ConnectionMeter
              links={[
                { link: 'internet', state: 'ok', checkedAt: null },
                { link: 'server', state, checkedAt: at(14, 31), latencyMs: 18 },
              ]}
              updatedAt={at(14, 31)}
            />
          </State>
        ))}
        <State caption="Lista" paper>
          <ConnectionLinkList
            links={links.map((state, index) => ({
              link: (['internet', 'server', 'voice'] as const)[index] ?? 'server',
              state,
              checkedAt: at(14, 31),
              latencyMs: 18,
            }))}
          />
        </State>
        <State caption="Reconectando">
          <ConnectionBanner state="reconnecting" onDetails={ignore} />
        </State>
        <State caption="Sem internet">
          <ConnectionBanner state="offline" />
        </State>
      </Section>
    </Sheet>
  );
}
