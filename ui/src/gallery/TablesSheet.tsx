// Tables and comboboxes in each state.
import { SearchX } from 'lucide-react';
import { Fragment, useState, type ReactNode } from 'react';
import { Button } from '../design/Button';
import { Combobox, type ComboboxOption } from '../design/Combobox';
import { EmptyState, ErrorState } from '../design/EmptyState';
import { SearchField } from '../design/SearchField';
import { SearchList, type SearchListProps } from '../design/SearchList';
import { Table, type TableColumn, type TableProps } from '../design/Table';
import { useSearchList, type SearchListRow } from '../design/useSearchList';
import { ignore, longName } from './samples';
import { Section, Sheet, State } from './Sheet';
import styles from './Sheet.module.css';

interface Row {
  id: string;
  name: string;
  city: string;
}

const rows: ReadonlyArray<Row> = [
  { id: '1', name: 'Otávio Brandão', city: 'São Paulo' },
  { id: '2', name: longName, city: 'Campinas' },
  { id: '3', name: 'Lúcia Meirelles', city: 'Rio de Janeiro' },
];
const columns: ReadonlyArray<TableColumn<Row>> = [
  { id: 'name', label: 'Nome', sorts: 'ascending', cell: ({ name }) => name },
  { id: 'city', label: 'Cidade', width: 120, sorts: 'ascending', cell: ({ city }) => city },
];

function Sample(props: Partial<TableProps<Row>>) {
  const shown = props.rows ?? rows.map(({ id }) => id);
  return (
    <div className={styles.table}>
      <Table
        label="Contatos"
        columns={columns}
        rows={shown}
        renderRow={(id, draw): ReactNode => {
          const row = rows.find((candidate) => candidate.id === id);
          return row === undefined ? null : <Fragment key={id}>{draw(row)}</Fragment>;
        }}
        card={({ name }) => name}
        onOpen={ignore}
        listKey=""
        {...props}
      />
    </div>
  );
}

const selection = (count: number): NonNullable<TableProps<Row>['selection']> => ({
  isSelected: ({ id }) => Number(id) <= count,
  all: count === 0 ? false : count === rows.length ? true : 'mixed',
  allLabel: 'Selecionar todos',
  rowLabel: ({ name }) => `Selecionar ${name}`,
  onToggle: ignore,
  onToggleAll: ignore,
  bar:
    count === 0 ? undefined : (
      <Button size="small" tone="ghost">
        Excluir
      </Button>
    ),
});

const company: ComboboxOption = { id: '1', label: 'Lojas Sampaio Sul' };
const texts = {
  count: String,
  loading: 'Buscando empresas…',
  nothing: 'Nenhuma empresa encontrada',
  failed: 'Não foi possível buscar',
  clear: 'Remover',
};

function SampleCombobox({ chosen, error }: { chosen: ComboboxOption | null; error?: string }) {
  return (
    <Combobox
      label="Empresa"
      placeholder="Buscar pelo nome"
      chosen={chosen}
      options={[]}
      searching={false}
      failed={false}
      error={error}
      texts={texts}
      onSearch={ignore}
      onChoose={ignore}
    />
  );
}

interface City extends SearchListRow {
  name: string;
}
const cities: ReadonlyArray<City> = [
  { id: '1', name: 'Campinas' },
  { id: '2', name: longName },
  { id: '3', name: 'Santos (sem agentes)', disabled: true },
];
const manyCities: ReadonlyArray<City> = Array.from({ length: 1_000 }, (_, index) => ({
  id: `${index}`,
  name: `Cidade ${index + 1}`,
}));

function SampleList({ rows: found = [], ...props }: Partial<SearchListProps<City>> & { rows?: ReadonlyArray<City> }) {
  const [text, setText] = useState('');
  const list = useSearchList({ rows: found, isOpen: true, start: 'first', onPick: ignore });
  return (
    <>
      <SearchField
        label="Buscar cidade"
        clearLabel="Limpar"
        value={text}
        list={list.field}
        onChange={setText}
        onKeyDown={list.press}
      />
      <SearchList
        label="Cidades"
        state="ready"
        texts={{
          loading: 'Buscando cidades…',
          nothing: 'Nenhuma cidade encontrada',
          failed: 'Não foi possível buscar cidades',
        }}
        onRetry={ignore}
        outcome=""
        renderRow={({ name }) => <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{name}</span>}
        {...props}
        list={list}
      />
    </>
  );
}

export function TablesSheet() {
  return (
    <Sheet title="Tabela e combobox">
      <Section title="Tabela" layout="cards">
        <State caption="ordenada">
          <Sample sort={{ column: 'name', descending: true }} onSort={ignore} />
        </State>
        <State caption="aberta">
          <Sample current="3" />
        </State>
        <State caption="nenhuma selecionada">
          <Sample selection={selection(0)} />
        </State>
        <State caption="algumas selecionadas">
          <Sample selection={selection(2)} />
        </State>
        <State caption="todas selecionadas">
          <Sample selection={selection(3)} />
        </State>
        <State caption="carregando">
          <Sample rows={[]} loading="first" selection={selection(0)} />
        </State>
        <State caption="carregando mais">
          <Sample loading="more" />
        </State>
        <State caption="vazia">
          <Sample rows={[]} outcome={<EmptyState glyph={SearchX} title="Nada encontrado" />} />
        </State>
        <State caption="não carregou">
          <Sample rows={[]} outcome={<ErrorState message="Não foi possível carregar" onRetry={ignore} />} />
        </State>
      </Section>
      <Section title="Lista com busca" layout="cards">
        <State caption="linhas, a última não pode ser escolhida">
          <SampleList rows={cities} />
        </State>
        <State caption="várias escolhidas">
          <SampleList rows={cities} multiple isChosen={({ id }) => id !== '1'} />
        </State>
        <State caption="1.000 linhas">
          <SampleList rows={manyCities} />
        </State>
        <State caption="buscando">
          <SampleList state="loading" />
        </State>
        <State caption="nada encontrado">
          <SampleList />
        </State>
        <State caption="não carregou">
          <SampleList state="failed" />
        </State>
      </Section>
      <Section title="Combobox" layout="cards">
        <State caption="vazio">
          <SampleCombobox chosen={null} />
        </State>
        <State caption="escolhido">
          <SampleCombobox chosen={company} />
        </State>
        <State caption="nome longo">
          <SampleCombobox chosen={{ id: '2', label: longName }} />
        </State>
        <State caption="recusado">
          <SampleCombobox chosen={null} error="Esta empresa não existe mais" />
        </State>
      </Section>
    </Sheet>
  );
}
