// The first part of a new broadcast: name, group, campaign, route.
import { Field } from '../../design/Field';
import { useCoreText } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import { ChoiceField, DraftSection } from './DraftSection';
import type { BroadcastDraft, Choice, DraftFaults } from './types';
import styles from './DraftParts.module.css';

export const longestName = 100;

export interface DataPartProps {
  draft: BroadcastDraft;
  faults: DraftFaults;
  /** The groups of the agent that may send broadcasts. */
  groups: ReadonlyArray<Choice>;
  /** The campaigns of the chosen group. */
  campaigns: ReadonlyArray<Choice>;
  /** The routes of the chosen campaign. */
  routes: ReadonlyArray<Choice>;
  /** A line about the chosen route. */
  routeNote?: string | undefined;
  onChange: (change: Partial<BroadcastDraft>) => void;
}

export function DataPart({ draft, faults, groups, campaigns, routes, routeNote, onChange }: DataPartProps) {
  const { t } = useTranslation();
  const say = useCoreText();
  const errorOf = (field: keyof DraftFaults) => (faults[field] === undefined ? undefined : say(faults[field]));
  // Counted as the server counts: a letter outside the basic plane is one character.
  const count = Array.from(draft.name.trim()).length;
  return (
    <DraftSection number={1} title={t('broadcastPage.draft.part.data')}>
      <div className={styles.counted}>
        <Field
          label={t('broadcastPage.draft.name')}
          required
          autoFocus
          autoComplete="off"
          value={draft.name}
          error={errorOf('name')}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <span className={styles.counter} data-over={count > longestName || undefined} aria-hidden="true">
          {t('broadcastPage.draft.nameCount', { count, most: longestName })}
        </span>
      </div>
      <div className={styles.pair}>
        <ChoiceField
          label={t('broadcastPage.draft.group')}
          value={draft.groupId}
          choices={groups}
          error={errorOf('group')}
          help={groups.length === 0 ? t('broadcastPage.draft.noGroups') : undefined}
          onChange={(groupId) => onChange({ groupId })}
        />
        <ChoiceField
          label={t('broadcastPage.draft.campaign')}
          value={draft.campaignId}
          choices={campaigns}
          error={errorOf('campaign')}
          onChange={(campaignId) => onChange({ campaignId })}
        />
      </div>
      <ChoiceField
        className={styles.next}
        label={t('broadcastPage.draft.route')}
        value={draft.routeId}
        choices={routes}
        error={errorOf('route')}
        help={routeNote}
        onChange={(routeId) => onChange({ routeId })}
      />
    </DraftSection>
  );
}
