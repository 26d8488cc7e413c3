// Snackbars, banners, notes, and the empty, loading and error states.
import { Inbox, Plug, Search } from 'lucide-react';
import { Banner } from '../design/Banner';
import { Button } from '../design/Button';
import { EmptyState, ErrorState } from '../design/EmptyState';
import { Note } from '../design/Note';
import { SkeletonChoices, SkeletonContact, SkeletonForm, SkeletonJobs, SkeletonThread } from '../design/Skeleton';
import { SnackbarRegion, type SnackbarNotice } from '../design/Snackbar';
import { BrokenLine } from '../shared/PartBoundary';
import { ignore, longName } from './samples';
import { Section, Sheet, State } from './Sheet';
import styles from './Sheet.module.css';

export const noticeSamples: ReadonlyArray<SnackbarNotice> = [
  { id: '1', type: 'success', body: 'Qualificação realizada com sucesso' },
  {
    id: '2',
    type: 'error',
    body: 'Não foi possível realizar a qualificação.',
    action: { label: 'Tentar de novo', onPress: ignore },
  },
  {
    id: '3',
    type: 'warning',
    title: longName,
    body: `Bruno Lima transferiu para você: ${'x'.repeat(60)}`,
    action: { label: 'Abrir', onPress: ignore },
  },
];

const refused: SnackbarNotice = {
  id: '4',
  type: 'error',
  body: 'Não foi possível completar sua chamada, verifique o problema com sua operadora. Tente novamente',
};

export function NoticesSheet() {
  return (
    <Sheet title="Avisos, vazio, espera e erro">
      <Section title="Faixas e notas" layout="columns">
        <State caption="Reconectando">
          <Banner tone="warning" busy>
            Reconectando ao servidor. O que você escreve fica guardado.
          </Banner>
        </State>
        <State caption="Sem internet">
          <Banner tone="danger">Sem internet.</Banner>
        </State>
        <State caption="Informação">
          <Banner tone="info">Uma versão nova está pronta.</Banner>
        </State>
        <State caption="Parte que não pôde ser mostrada">
          <BrokenLine onRetry={ignore} />
        </State>
        <State caption="Nota">
          <Note tone="info">Sessão expirada. Entre de novo para voltar aos seus atendimentos.</Note>
        </State>
        <State caption="Nota com ação">
          <Note tone="warning" action={<Button size="small">Cadastrar</Button>}>
            Cadastre o contato para qualificar ou transferir
          </Note>
        </State>
        <State caption="Nota de erro">
          <Note tone="danger">Usuário ou senha inválidos</Note>
        </State>
      </Section>
      <Section title="Vazio e erro" layout="columns">
        <State caption="Vazio" paper>
          <EmptyState
            glyph={Inbox}
            title="Nenhum atendimento"
            help="Você está disponível. Novos atendimentos aparecem aqui."
          />
        </State>
        <State caption="Vazio com ação" paper>
          <EmptyState
            glyph={Plug}
            title="Conecte um canal para começar"
            help="Você recebe atendimentos quando um canal está conectado."
            action={<Button glyph={Plug}>Conectar canal</Button>}
          />
        </State>
        <State caption="Nada encontrado" paper>
          <EmptyState
            glyph={Search}
            title={`Nada encontrado para ‘${'palavra'.repeat(12)}’`}
            action={<Button>Limpar busca</Button>}
          />
        </State>
        <State caption="Erro" paper>
          <ErrorState message="Não foi possível recuperar os atendimentos ativos." onRetry={ignore} />
        </State>
      </Section>
      <Section title="Espera" layout="columns">
        <State caption="Lista">
          <SkeletonJobs count={3} />
        </State>
        <State caption="Conversa">
          <div className={styles.thread}>
            <SkeletonThread />
          </div>
        </State>
        <State caption="Detalhes" paper>
          <SkeletonContact />
        </State>
        <State caption="Formulário" paper>
          <SkeletonForm />
        </State>
        <State caption="Escolhas" paper>
          <SkeletonChoices count={4} />
        </State>
      </Section>
      {noticeSamples.map((notice, index) => (
        <Section key={notice.id} title={`Aviso passageiro ${index + 1}`} layout="stage">
          <SnackbarRegion
            notices={noticeSamples.slice(index)}
            onClose={ignore}
            onShown={ignore}
            onHoldChange={ignore}
          />
        </Section>
      ))}
      <Section title="Aviso passageiro em um diálogo" layout="columns">
        <State caption="Resultado do diálogo" paper>
          <SnackbarRegion inDialog notices={[refused]} onClose={ignore} onShown={ignore} onHoldChange={ignore} />
        </State>
      </Section>
    </Sheet>
  );
}
