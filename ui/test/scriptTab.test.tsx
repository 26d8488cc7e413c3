// The tab "Script" follows one rule in all channels: it is shown where the attendance has a script, or where one could not be loaded.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Channel, JobScriptView, ScriptFieldView } from 'core-wasm';
import { beforeEach, expect, test, vi } from 'vitest';
import { contextTabs } from '../src/app/tables/contextTabs';
import { AttendanceSlotsContext } from '../src/areas/attendance/attendanceSlots';
import { ContextPanelContainer } from '../src/areas/attendance/ContextPanelContainer';
import { VoiceAttendanceContainer } from '../src/areas/voice/VoiceAttendanceContainer';
import { CoreProvider } from '../src/core/react';
import { TooltipProvider } from '../src/design/Tooltip';
import { startI18n } from '../src/i18n';
import { DummyTab } from './dummyArea';
import { FakeCore } from './fakeCore';

const loaded = { name: 'Renovação', text: 'Bom dia, {{fullname}}.', fields: [] };
const empty = { name: 'Vazio', text: '', fields: [] };
const field: ScriptFieldView = { id: '4', name: 'Observação', kind: 'text', value: '', options: [] };

const situations: ReadonlyArray<[string, JobScriptView | undefined, boolean]> = [
  ['there is a script', { script: loaded, state: 'ready' }, true],
  ['the fields of a script are loaded', { script: loaded, state: 'loading' }, true],
  ['there is a script of fields only', { script: { ...empty, fields: [field] }, state: 'ready' }, true],
  ['the fields of a script were refused', { script: loaded, state: 'failed' }, true],
  ['the script was refused', { script: undefined, state: 'failed' }, true],
  ['there is no script', { script: undefined, state: 'ready' }, false],
  ['the script has neither text nor fields', { script: empty, state: 'ready' }, false],
  ['the script is loaded', { script: undefined, state: 'loading' }, false],
  ['the script was not requested', undefined, false],
];

/** How the core has the script of a channel; a chat never has one. */
const slicesOf: Record<Channel, ((view: JobScriptView | undefined) => Record<string, unknown>) | null> = {
  voice: (view) => ({
    'voiceJob:P1': view && {
      state: 'IS_SERVICE',
      ended: false,
      redialling: false,
      place: 'Vendas',
      script: view.script,
      scriptState: view.state,
    },
  }),
  whatsapp: (view) => ({ 'jobScript:P1': view }),
  chat: null,
};
const channels = Object.keys(slicesOf) as Channel[];

const table = channels.flatMap((channel) =>
  situations.map(([situation, view, isShown]) => ({
    channel,
    situation,
    view,
    expected: isShown && slicesOf[channel] !== null ? 1 : 0,
  })),
);

beforeEach(() => {
  window.matchMedia = vi.fn().mockReturnValue({ matches: false, addListener: vi.fn(), removeListener: vi.fn() });
  return startI18n('pt-BR');
});

function show(channel: Channel, view: JobScriptView | undefined): FakeCore {
  const core = new FakeCore({ callBar: undefined, session: {}, ...slicesOf[channel]?.(view) });
  const job = { name: 'Helena Duarte', initials: 'HD', color: '#0279B6', channel, disabled: false } as never;
  const tabs = [{ id: 'contact', label: 'contacts.panel.contact', Content: DummyTab } as const];
  render(
    <TooltipProvider>
      <CoreProvider core={core}>
        <AttendanceSlotsContext
          value={{
            contextTabs: [...tabs, ...contextTabs.filter(({ id }) => id === 'script')],
            workspaces: {},
            listActions: [],
          }}
        >
          {channel === 'voice' && (
            <VoiceAttendanceContainer protocol="P1" job={job} contextOpen onToggleContext={vi.fn()} />
          )}
          <ContextPanelContainer protocol="P1" job={job} onClose={vi.fn()} />
        </AttendanceSlotsContext>
      </CoreProvider>
    </TooltipProvider>,
  );
  return core;
}

const scriptTabs = () => screen.queryAllByRole('tab', { name: 'Script' });

test.each(table)(
  'an attendance of $channel has $expected tabs "Script" when $situation',
  ({ channel, view, expected }) => {
    show(channel, view);
    expect(scriptTabs()).toHaveLength(expected);
    // A list of tabs is never empty.
    for (const list of screen.getAllByRole('tablist')) expect(list).not.toBeEmptyDOMElement();
  },
);

test.each([
  ['voice', { area: 'voice', type: 'openScript', protocol: 'P1' }],
  ['whatsapp', { area: 'whatsapp', type: 'loadScript', protocol: 'P1' }],
] as const)('the tab of a script of %s that could not be loaded requests it again', async (channel, intent) => {
  const core = show(channel, { script: undefined, state: 'failed' });
  await userEvent.click(scriptTabs()[0] as HTMLElement);
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
  expect(core.intents.filter(({ type }) => type !== 'loadTransfers')).toEqual([intent]);
});

test('a voice attendance without a script says so, beside its protocol', () => {
  show('voice', { script: undefined, state: 'ready' });
  const workspace = screen.getByRole('main');
  expect(workspace).toHaveTextContent('Sem script');
  expect(workspace).toHaveTextContent('Protocolo P1');
});
