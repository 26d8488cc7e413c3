// The sign of a recording in the call bar, the control that pauses it, and what is said of both.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as Toolbar from 'radix-ui/toolbar';
import { beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '../../design/Tooltip';
import { startI18n } from '../../i18n';
import type { CallRecordingView } from './callViews';
import { RecordingControl, RecordingSign } from './RecordingSign';

const announced: string[] = [];
vi.mock('../../design/Announcer', () => ({ announce: (text: string) => announced.push(text) }));

const recording = (more: Partial<CallRecordingView> = {}): CallRecordingView => ({
  pausedSince: undefined,
  waiting: false,
  owned: true,
  ...more,
});

beforeEach(async () => {
  await startI18n('pt-BR');
  announced.length = 0;
});

test('[BEY-138] the sign says whether sound or silence is recorded, and each change is said once', () => {
  const { rerender, container } = render(<RecordingSign recording={undefined} />);
  const show = (shown: CallRecordingView | undefined): void => rerender(<RecordingSign recording={shown} />);
  expect(container).toBeEmptyDOMElement();
  show(recording());
  expect(screen.getByText('Gravando')).toBeVisible();
  show(recording({ waiting: true }));
  expect(screen.getByText('Gravando')).toBeVisible();
  show(recording({ pausedSince: 1_000 }));
  expect(screen.getByText('Gravação pausada')).toBeVisible();
  show(undefined);
  expect(container).toBeEmptyDOMElement();
  expect(announced).toEqual([
    'Esta ligação está sendo gravada',
    'Gravação pausada: nada do que é dito fica gravado',
    'A gravação terminou',
  ]);
});

function showControl(shown: CallRecordingView | undefined) {
  const onPause = vi.fn();
  render(
    <TooltipProvider>
      <Toolbar.Root>
        <RecordingControl recording={shown} onPause={onPause} />
      </Toolbar.Root>
    </TooltipProvider>,
  );
  return onPause;
}

const name = 'Pausar gravação: dados do cartão';

test.each([
  { pausedSince: undefined, pressed: 'false', asked: true, caption: 'Pausar gravação' },
  { pausedSince: 1_000, pressed: 'true', asked: false, caption: 'Gravação pausada' },
])('[BEY-138] a press asks for the opposite of what is recorded: pressed $pressed', async (state) => {
  const onPause = showControl(recording({ pausedSince: state.pausedSince }));
  const control = screen.getByRole('button', { name });
  expect(control).toHaveAttribute('aria-pressed', state.pressed);
  expect(screen.getByText(state.caption)).toBeVisible();
  await userEvent.click(control);
  expect(onPause.mock.calls).toEqual([[state.asked]]);
});

test('[BEY-138] a pause that is not confirmed is shown as waiting, not as pressed', async () => {
  const onPause = showControl(recording({ waiting: true }));
  const control = screen.getByRole('button', { name });
  expect(control).toHaveAttribute('aria-pressed', 'false');
  expect(control).toHaveAttribute('aria-busy', 'true');
  await userEvent.click(control);
  expect(onPause).not.toHaveBeenCalled();
});

test('[BEY-138] a guest of the call and a call that is not recorded have no control', () => {
  showControl(recording({ owned: false }));
  showControl(undefined);
  expect(screen.queryByRole('button')).toBeNull();
});
