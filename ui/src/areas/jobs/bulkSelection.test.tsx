// Selecting several attendances in the list with the pointer and the keyboard.
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeCore } from '../../../test/fakeCore';
import { giveElementsASize } from '../../../test/virtual';
import { CoreProvider } from '../../core/react';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import { groupedRows } from './groupedRows';
import { JobRows } from './JobRows';
import { SelectionBar } from './SelectionBar';
import { useBulkSelection } from './useBulkSelection';

beforeEach(async () => {
  giveElementsASize();
  await startI18n('pt-BR');
});

const rows = groupedRows({ pinned: [], active: ['A1', 'V1', 'A2'], toQualify: ['P1', 'P2', 'P3', 'P4'] });

function List({ onOpen, onChange }: { onOpen: () => void; onChange: (selected: ReadonlyArray<string>) => void }) {
  const [selected, setSelected] = useState<ReadonlyArray<string>>([]);
  const [begun, setBegun] = useState(false);
  const change = (next: ReadonlyArray<string>): void => {
    setSelected(next);
    onChange(next);
  };
  return (
    <TooltipProvider>
      <JobRows
        rows={rows}
        selected={null}
        onHoldChange={() => {}}
        renderJob={(protocol, { tabIndex }) => (
          <a
            href={`#${protocol}`}
            tabIndex={tabIndex}
            onClick={(event) => {
              event.preventDefault();
              onOpen();
            }}
          >
            {protocol}
          </a>
        )}
        selection={{
          active: begun || selected.length > 0,
          selected,
          onChange: change,
          canSelect: (protocol) => protocol !== 'V1',
          labelOf: (protocol) => `Selecionar ${protocol}`,
          onBegin: () => setBegun(true),
          onEnd: () => {
            setBegun(false);
            change([]);
          },
        }}
      />
    </TooltipProvider>
  );
}

function show() {
  const [onOpen, onChange] = [vi.fn(), vi.fn()];
  render(<List onOpen={onOpen} onChange={onChange} />);
  return { onOpen, onChange, user: userEvent.setup() };
}
const row = (name: string) => screen.getByRole('link', { name });

test('[BEY-156] a click opens a row, and during a selection it selects the row', async () => {
  const { onOpen, onChange, user } = show();
  await user.click(row('P1'));
  expect(onOpen).toHaveBeenCalledTimes(1);
  await user.click(screen.getAllByRole('button', { name: 'Selecionar vários' }).at(-1) ?? document.body);
  await user.click(row('P1'));
  await user.click(screen.getByRole('checkbox', { name: 'Selecionar P3' }));
  expect(onChange).toHaveBeenLastCalledWith(['P1', 'P3']);
  await user.click(row('P1'));
  expect(onChange).toHaveBeenLastCalledWith(['P3']);
  expect(onOpen).toHaveBeenCalledTimes(1);
});

test('[BEY-156] Shift+click selects the rows in between, within one group only', async () => {
  const { onChange, user } = show();
  await user.keyboard('{Control>}');
  await user.click(row('P1'));
  await user.keyboard('{/Control}{Shift>}');
  await user.click(row('P3'));
  expect(onChange).toHaveBeenLastCalledWith(['P1', 'P2', 'P3']);
  await user.click(row('A2'));
  expect(onChange).toHaveBeenLastCalledWith(['P1', 'P2', 'P3', 'A2']);
});

test('[BEY-156] Space, Shift with arrows, Ctrl+A within the group and Escape change the selection', async () => {
  const { onOpen, onChange, user } = show();
  row('P2').focus();
  await user.keyboard(' ');
  expect(onChange).toHaveBeenLastCalledWith(['P2']);
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(onChange).toHaveBeenLastCalledWith(['P2', 'P3']);
  expect(row('P3')).toHaveFocus();
  await user.keyboard('{Control>}a{/Control}');
  expect([...(onChange.mock.lastCall?.[0] as string[])].sort()).toEqual(['P1', 'P2', 'P3', 'P4']);
  await user.keyboard('{Escape}');
  expect(onChange).toHaveBeenLastCalledWith([]);
  expect(onOpen).not.toHaveBeenCalled();
});

test('an open call cannot be selected, and the checkbox of the heading selects the other rows of its group', async () => {
  const { onChange, user } = show();
  await user.click(screen.getAllByRole('button', { name: 'Selecionar vários' })[0] ?? document.body);
  expect(screen.queryByRole('checkbox', { name: 'Selecionar V1' })).toBeNull();
  await user.click(row('V1'));
  expect(onChange).not.toHaveBeenCalled();
  await user.click(screen.getAllByRole('checkbox', { name: 'Selecionar o grupo' })[0] ?? document.body);
  expect(onChange).toHaveBeenLastCalledWith(['A1', 'A2']);
});

test('[BEY-156] the bar shows the number of selected attendances and the possible bulk actions', async () => {
  const [onAsk, onClear] = [vi.fn(), vi.fn()];
  const props = { onAsk, onClear };
  const { rerender } = render(<SelectionBar bulk={{ selected: ['P1', 'P2', 'A1'], ended: 2, open: 1 }} {...props} />, {
    wrapper: TooltipProvider,
  });
  const bar = screen.getByRole('group', { name: '3 selecionados' });
  await userEvent.click(within(bar).getByRole('button', { name: 'Qualificar 2' }));
  await userEvent.click(within(bar).getByRole('button', { name: 'Finalizar 1' }));
  expect(onAsk.mock.calls).toEqual([['qualify'], ['finish']]);
  const work = { task: 'qualify' as const, aim: 'qualify' as const, done: 3, total: 7 };
  rerender(<SelectionBar bulk={{ selected: [], ended: 0, open: 0 }} work={work} {...props} />);
  expect(screen.getByRole('group', { name: 'Qualificando' })).toHaveTextContent('Qualificando 3 de 7');
});

function SelectionOfCore() {
  const { selection, selectionBar } = useBulkSelection();
  return (
    <>
      <button onClick={selection.onBegin}>Selecionar</button>
      {selectionBar}
    </>
  );
}

test('the selection ends when the work for the selected attendances is done', async () => {
  const core = new FakeCore({ bulk: { selected: [], ended: 0, open: 0 } });
  render(
    <CoreProvider core={core}>
      <TooltipProvider>
        <SelectionOfCore />
      </TooltipProvider>
    </CoreProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Selecionar' }));
  act(() => core.set('bulk', { selected: ['P1'], ended: 1, open: 0 }));
  expect(screen.getByRole('group', { name: '1 selecionado' })).toBeInTheDocument();
  const working = { task: 'qualify', aim: 'qualify', stage: 'working', count: 0, doneBefore: 0, items: [] };
  act(() => core.set('bulk', { selected: ['P1'], ended: 1, open: 0, dialog: working }));
  act(() => core.set('bulk', { selected: [], ended: 0, open: 0 }));
  expect(screen.queryByRole('group')).toBeNull();
});
