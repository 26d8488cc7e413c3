// The states of the components on one sheet, in the order of the design's own sheet.
import { Inbox, Plus, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { ChannelChip } from '../areas/channels/ChannelChip';
import { Composer } from '../areas/chat/Composer';
import { MessageRow } from '../areas/chat/MessageRow';
import { JobCard, type JobCardProps } from '../areas/jobs/JobCard';
import { Badge } from '../design/Badge';
import { Banner } from '../design/Banner';
import { Button, type ButtonTone } from '../design/Button';
import type { ChannelName, ChannelStatus } from '../design/channels';
import { Checkbox } from '../design/Checkbox';
import { EmptyState, ErrorState } from '../design/EmptyState';
import { Field } from '../design/Field';
import { IconButton } from '../design/IconButton';
import { Kbd } from '../design/Kbd';
import { Note } from '../design/Note';
import { RadioList } from '../design/RadioList';
import { SkeletonJobCard } from '../design/Skeleton';
import { SnackbarRegion } from '../design/Snackbar';
import { TextArea } from '../design/TextArea';
import styles from './ComponentSheet.module.css';
import { at, ignore, messageSamples, openedAt } from './samples';

const card: JobCardProps = { href: '#', name: 'Sônia Guimarães', initials: 'SG', color: '#BC5135', channel: 'whatsapp', selected: false, pinned: false, unread: 0, disabled: false, time: at(14, 31), preview: { kind: 'text', text: 'Obrigada, vou conferir aqui', own: false }, place: 'Vendas', tabIndex: 0, menu: [], onOpen: ignore };
const asks = { kind: 'text', text: 'Alguém pode me ajudar?', own: false } as const;
const cards: ReadonlyArray<[string, Partial<JobCardProps>]> = [
  ['Lido', {}],
  ['Selecionado e fixado', { selected: true, pinned: true }],
  ['1 dígito', { unread: 7, preview: asks }],
  ['2 dígitos', { unread: 24, preview: asks, channel: 'chat' }],
  ['3 dígitos', { unread: 128, preview: asks, channel: 'instagram' }],
  ['4 dígitos', { unread: 12040, preview: asks, channel: 'chat' }],
  ['Digitando', { preview: { kind: 'typing' } }],
  ['Erro de envio', { preview: { kind: 'error' } }],
  ['Rascunho', { preview: { kind: 'draft', text: 'Segue a proposta revista' } }],
  ['Encerrado, a qualificar', { disabled: true, preview: { kind: 'closed' } }],
  ['Nome longo', { name: 'Maria Aparecida dos Santos Albuquerque de Vasconcelos e Silva', unread: 3, preview: { kind: 'text', text: 'Uma mensagem muito longa que não cabe na linha do cartão de atendimento', own: true } }],
];
const statuses: ReadonlyArray<[ChannelName, ChannelStatus, string?]> = [
  ['voice', 'available'],
  ['whatsapp', 'inAttendance'],
  ['chat', 'paused', 'Almoço'],
  ['chat', 'scheduledPause'],
  ['voice', 'disconnected'],
  ['voice', 'processing'],
  ['voice', 'lost'],
];
const tones: ReadonlyArray<ButtonTone> = ['primary', 'outline', 'ghost', 'danger', 'dangerOutline', 'success'];

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}

export function ComponentSheet() {
  return (
    <main className={styles.sheet}>
      <h1 className={styles.title}>Estados dos componentes</h1>
      <Section title="Cartão de atendimento">
        <div className={styles.cards}>
          {cards.map(([caption, props]) => (
            <div key={caption}>
              <p className={styles.caption}>{caption}</p>
              <JobCard {...card} {...props} />
            </div>
          ))}
          <div>
            <p className={styles.caption}>Carregando</p>
            <SkeletonJobCard />
          </div>
        </div>
      </Section>
      <Section title="Status dos canais">
        <div className={styles.flow}>
          {statuses.map(([channel, status, pauseName]) => (
            <ChannelChip key={`${channel}-${status}`} channel={channel} status={status} pauseName={pauseName} since={openedAt - 1_085_000} pending={false} canConnect canDisconnect onConnect={ignore} onDisconnect={ignore} />
          ))}
        </div>
      </Section>
      <Section title="Botões">
        <div className={styles.flow}>
          {tones.map((tone) => (
            <Button key={tone} tone={tone} glyph={Plus}>
              {tone}
            </Button>
          ))}
          <Button tone="primary" pending>
            Qualificar
          </Button>
          <Button tone="primary" disabledReason="Escolha uma opção">
            Qualificar
          </Button>
          <Button size="small">Novo</Button>
          <Button size="large">Entrar</Button>
          <IconButton label="Buscar" glyph={Search} shortcut="Ctrl K" />
          <IconButton label="Fixado" glyph={Search} aria-pressed />
          <Kbd>Ctrl K</Kbd>
          <Badge count={7} label="7" />
          <Badge count={24} label="24" />
          <Badge count={128} label="128" />
          <Badge count={12040} label="12040" />
        </div>
      </Section>
      <div className={styles.columns}>
        <Section title="Mensagens">
          <div className={styles.panel} data-ch="chat">
            {Object.entries(messageSamples).map(([id, sample]) => (
              <MessageRow key={id} {...sample} />
            ))}
            {(['sending', 'sent', 'delivered', 'read'] as const).map((delivery) => (
              <MessageRow key={delivery} first last message={{ kind: 'text', id: delivery, sender: 'agent', senderName: '', initials: 'JC', color: '#4E6EC9', text: 'Já separei os documentos.', time: at(14, 30), delivery }} />
            ))}
            <MessageRow
              first
              last
              message={{ kind: 'text', id: 'hostile', sender: 'customer', senderName: 'X', initials: 'X', color: '#4E6EC9', text: `<img src=x onerror=alert(1)> \u202Eevil\u202C https://exemplo.com.br/${'palavra'.repeat(20)}\n\nשלום עולם`, time: at(14, 30) }}
            />
          </div>
        </Section>
        <div>
          <Section title="Compositor">
            <div className={styles.bare}>
              <Composer label="Mensagem" draft="" draftEpoch={0} onDraftChange={ignore} onSend={ignore} sendWithCtrlEnter={false} lock={null} />
              <Composer label="Mensagem encerrada" draft="" draftEpoch={0} onDraftChange={ignore} onSend={ignore} sendWithCtrlEnter={false} lock={{ kind: 'closed', onQualify: ignore }} />
              <Composer label="Mensagem desconectada" draft="" draftEpoch={0} onDraftChange={ignore} onSend={ignore} sendWithCtrlEnter={false} lock={{ kind: 'disconnected', channel: 'chat', pending: false, onConnect: ignore }} />
            </div>
          </Section>
          <Section title="Faixas e notas">
            <div className={styles.stack}>
              <Banner tone="warning" busy>
                Reconectando ao servidor. O que você escreve fica guardado.
              </Banner>
              <Banner tone="danger">Sem internet.</Banner>
              <Note tone="info">Sessão expirada. Entre de novo para voltar aos seus atendimentos.</Note>
              <Note tone="warning">Cadastre o contato para qualificar ou transferir</Note>
              <Note tone="danger">Usuário ou senha inválidos</Note>
            </div>
          </Section>
        </div>
        <div>
          <Section title="Campos">
            <div className={styles.stack}>
              <Field label="Nome" required defaultValue="Mariana" />
              <Field label="Identificador" error="O identificador não pode conter espaços" defaultValue="a b" />
              <Field label="Busca" glyph={Search} help="Telefone, e-mail ou código" />
              <TextArea label="Observação" required error="Esse campo é obrigatório" />
              <Checkbox label="Tocar um som" checked onChange={ignore} />
              <RadioList label="Motivo" value="1" onChange={ignore} options={[{ value: '1', label: 'Renovação › Aceita' }, { value: '2', label: 'Renovação › Recusada' }, { value: '3', label: 'Rafael Souza', detail: 'Em pausa', disabled: true }]} />
            </div>
          </Section>
          <Section title="Vazio e erro">
            <div className={styles.panel}>
              <EmptyState glyph={Inbox} title="Nenhum atendimento" help="Você está disponível. Novos atendimentos aparecem aqui." />
              <ErrorState message="Não foi possível recuperar os atendimentos ativos." onRetry={ignore} />
            </div>
          </Section>
        </div>
      </div>
      <SnackbarRegion
        notices={[
          { id: '1', type: 'success', body: 'Qualificação realizada com sucesso' },
          { id: '2', type: 'error', body: 'Não foi possível realizar a qualificação.', action: { label: 'Tentar de novo', onPress: ignore } },
          { id: '3', type: 'info', body: 'O cliente encerrou o chat' },
        ]}
        onClose={ignore}
        onShown={ignore}
        onHoldChange={ignore}
      />
    </main>
  );
}
