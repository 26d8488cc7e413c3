// The page of colleagues in each of its states, with the card of an internal call.
import type { InternalCallView } from 'core-wasm';
import { useState } from 'react';
import { ColleagueList, type ColleagueListProps } from '../areas/colleagues/ColleagueList';
import { InternalCallCard } from '../areas/colleagues/InternalCallCard';
import { allColleagues } from '../areas/colleagues/colleagues';
import { colleagueRows, internalCall, ringingCall } from './colleagueSamples';
import { GalleryShell } from './GalleryShell';
import { at, ignore } from './samples';

const nobody = { length: 0, at: () => undefined, indexOf: () => -1 };

const states: Partial<Record<string, Partial<ColleagueListProps>>> = {
  loading: { state: 'loading', colleagues: nobody },
  failed: { state: 'failed', colleagues: nobody },
  none: { total: 0, colleagues: nobody },
  notFound: { colleagues: nobody, filter: { ...allColleagues, search: 'zulmira' } },
  stale: { live: false },
  blocked: { obstacle: 'blocked' },
  offline: { offline: true, live: false },
  voiceOff: { obstacle: 'ownVoiceDisconnected' },
};

const cards: Partial<Record<string, InternalCallView>> = {
  talking: internalCall,
  muted: { ...internalCall, muted: true },
  ringing: ringingCall,
  calling: { ...internalCall, stage: 'calling', since: undefined },
  desk: { ...ringingCall, here: false },
};

export function ColleaguesScreen({ state }: { state: string }) {
  const [filter, setFilter] = useState(allColleagues);
  const card = cards[state];
  const ids = colleagueRows.map(({ agentId }) => agentId);
  const colleagues = {
    length: ids.length,
    at: (index: number) => ids[index],
    indexOf: (id: string) => ids.indexOf(id),
  };
  return (
    <GalleryShell
      area="colleagues"
      floating={
        card !== undefined && (
          <InternalCallCard call={card} onAccept={ignore} onDecline={ignore} onHangUp={ignore} onMute={ignore} />
        )
      }
    >
      <ColleagueList
        colleagues={colleagues}
        renderColleague={(id, draw) => {
          const row = colleagueRows.find(({ agentId }) => agentId === id);
          return row === undefined ? null : draw(row);
        }}
        total={42}
        counts={{ all: 9, available: 5, inCall: 1, busy: 1, paused: 1, disconnected: 1 }}
        groups={['Relacionamento', 'Suporte N1', 'Suporte N2', 'Vendas']}
        filter={filter}
        state="ready"
        live
        readAt={at(14, 31)}
        obstacle={undefined}
        offline={false}
        hasCard={card !== undefined}
        onFilter={setFilter}
        onRefresh={ignore}
        onCall={ignore}
        {...states[state]}
      />
    </GalleryShell>
  );
}
