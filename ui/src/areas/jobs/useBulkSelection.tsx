// Connects the selection of several attendances with the core, which keeps it and does the work.
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useCore, useIntent, useSlice } from '../../core/react';
import { announce } from '../../design/Announcer';
import type { RowSelection } from './useRowSelection';
import { SelectionBar } from './SelectionBar';

export function useBulkSelection(): { selection: RowSelection; selectionBar: React.ReactNode } {
  const { t } = useTranslation();
  const core = useCore();
  const intend = useIntent();
  const bulk = useSlice('bulk');
  const [begun, setBegun] = useState(false);
  const working = bulk.dialog?.stage === 'working' ? bulk.dialog : undefined;
  // The selection ends with the confirmation; attendances that remain undone are selected again by the core.
  if (begun && working !== undefined) setBegun(false);
  const active = (begun || bulk.selected.length > 0) && working === undefined;
  const count = bulk.selected.length;
  const announced = useRef(0);
  useEffect(() => {
    if (count !== announced.current && count > 0) announce(t('qualification.bulk.selected', { count }));
    announced.current = count;
  }, [count, t]);
  const { selected } = bulk;
  const selection = useMemo((): RowSelection => {
    const row = (protocol: string) => core.snapshot<'jobRow'>(`jobRow:${protocol}`);
    return {
      active,
      selected,
      onChange: (protocols) => intend({ area: 'qualification', type: 'selectInBulk', protocols: [...protocols] }),
      // An open call is ended by hanging up the telephone.
      canSelect: (protocol) => {
        const shown = row(protocol);
        return working === undefined && shown !== undefined && (shown.channel !== 'voice' || shown.disabled);
      },
      labelOf: (protocol) => t('qualification.bulk.select', { name: row(protocol)?.name ?? protocol }),
      onBegin: () => setBegun(true),
      onEnd: () => {
        setBegun(false);
        intend({ area: 'qualification', type: 'selectInBulk', protocols: [] });
      },
    };
  }, [active, selected, working, core, intend, t]);
  const work =
    working === undefined
      ? undefined
      : { task: working.task, aim: working.aim, done: working.count, total: working.items.length + working.doneBefore };
  const isShown = active || work !== undefined;
  return {
    selection,
    selectionBar: isShown ? (
      <SelectionBar
        bulk={bulk}
        work={work}
        onAsk={(task) => intend({ area: 'qualification', type: 'askInBulk', task })}
        onClear={selection.onEnd}
      />
    ) : undefined,
  };
}
