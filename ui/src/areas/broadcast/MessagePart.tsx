// The second part of a new broadcast: the template, and where the value of each of its variables comes from.
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../design/Button';
import { Field, FieldMessage } from '../../design/Field';
import { Icon } from '../../design/icons/Icon';
import { SegmentedControl } from '../../design/SegmentedControl';
import { Select } from '../../design/Select';
import { Spinner } from '../../design/Spinner';
import { useCoreText } from '../../i18n/text';
import { useTranslation } from '../../i18n/useTranslation';
import { variableName, type Template } from '../whatsapp/templateText';
import { ChoiceField, DraftSection } from './DraftSection';
import type { BroadcastDraft, Choice, DraftFaults, VariableSource } from './types';
import styles from './DraftParts.module.css';

export interface MessagePartProps {
  draft: BroadcastDraft;
  faults: DraftFaults;
  templates: ReadonlyArray<Template>;
  templatesState: 'loading' | 'ready' | 'failed';
  onRetryTemplates: () => void;
  /** The columns of the contacts and of the file. */
  columns: ReadonlyArray<Choice>;
  /** Number of chosen contacts without a value, for each variable. */
  withoutValue: ReadonlyArray<number>;
  onChange: (change: Partial<BroadcastDraft>) => void;
}

const noSource: VariableSource = { column: '', text: '' };

export function MessagePart(props: MessagePartProps) {
  const { draft, faults, templates, templatesState, onRetryTemplates, columns, withoutValue, onChange } = props;
  const { t } = useTranslation();
  const say = useCoreText();
  const template = templates.find(({ id }) => id === draft.templateId);
  const fault = faults.variables === undefined ? undefined : say(faults.variables);
  const change = (at: number, source: VariableSource): void =>
    onChange({
      variables: (template?.variables ?? []).map((_, index) =>
        index === at ? source : (draft.variables[index] ?? noSource),
      ),
    });
  return (
    <DraftSection number={2} title={t('broadcastPage.draft.part.message')}>
      <ChoiceField
        label={t('broadcastPage.draft.template')}
        value={draft.templateId}
        choices={templates.map(({ id, name, language }) => ({
          value: id,
          label: [name, language].filter((part) => part !== '').join(' · '),
        }))}
        error={faults.template === undefined ? undefined : say(faults.template)}
        help={
          templatesState === 'ready' && templates.length === 0 && draft.routeId !== ''
            ? t('broadcastPage.draft.noTemplates')
            : undefined
        }
        onChange={(templateId) => onChange({ templateId })}
      />
      {templatesState === 'loading' && (
        <p role="status" aria-busy="true" className={styles.note}>
          <Spinner className={styles.noteMark} />
          {t('broadcastPage.draft.templatesLoading')}
        </p>
      )}
      {templatesState === 'failed' && (
        <p role="alert" className={styles.note} data-tone="danger">
          {t('broadcastPage.draft.templatesFailed')}
          <Button size="small" className={styles.noteButton} onClick={onRetryTemplates}>
            {t('shell.error.retry')}
          </Button>
        </p>
      )}
      {template?.headerMedia !== undefined && (
        <Field
          className={styles.next}
          label={t('broadcastPage.draft.headerLink')}
          required
          type="url"
          autoComplete="off"
          value={draft.headerLink}
          help={t('broadcastPage.draft.headerLinkHelp')}
          error={faults.headerLink === undefined ? undefined : say(faults.headerLink)}
          onChange={({ target }) => onChange({ headerLink: target.value })}
        />
      )}
      {template !== undefined && template.variables.length > 0 && (
        <div role="group" aria-label={t('broadcastPage.draft.variables')} className={styles.variables}>
          <p className={styles.label}>{t('broadcastPage.draft.variables')}</p>
          {template.variables.map((_, index) => (
            <VariableRow
              key={`${template.id}:${index}`}
              name={variableName(template, index)}
              source={draft.variables[index] ?? noSource}
              columns={columns}
              withoutValue={withoutValue[index] ?? 0}
              isInvalid={fault !== undefined && isEmpty(draft.variables[index] ?? noSource)}
              onChange={(source) => change(index, source)}
            />
          ))}
          <FieldMessage id="broadcast-variables-message" error={fault} />
        </div>
      )}
    </DraftSection>
  );
}

function isEmpty({ column, text }: VariableSource): boolean {
  return column === '' && text.trim() === '';
}

interface VariableRowProps {
  name: string;
  source: VariableSource;
  columns: ReadonlyArray<Choice>;
  withoutValue: number;
  isInvalid: boolean;
  onChange: (source: VariableSource) => void;
}

function VariableRow({ name, source, columns, withoutValue, isInvalid, onChange }: VariableRowProps) {
  const { t } = useTranslation();
  /** The kind that the agent chose while both values are empty. */
  const [chosen, setChosen] = useState<'column' | 'text'>('column');
  const kind = source.text !== '' ? 'text' : source.column !== '' ? 'column' : chosen;
  return (
    <div className={styles.variable} data-invalid={isInvalid || undefined}>
      <span className={styles.variableName} title={name}>
        {name}
      </span>
      <SegmentedControl
        label={t('broadcastPage.draft.sourceOf', { name })}
        value={kind}
        segments={[
          { value: 'column', label: t('broadcastPage.draft.column') },
          { value: 'text', label: t('broadcastPage.draft.text') },
        ]}
        onChange={(next) => {
          setChosen(next);
          onChange(noSource);
        }}
      />
      <span className={styles.variableValue}>
        {kind === 'column' ? (
          <Select
            label={t('broadcastPage.draft.columnOf', { name })}
            value={source.column}
            options={[{ value: '', label: t('broadcastPage.draft.choose') }, ...columns]}
            onChange={(column) => onChange({ column, text: '' })}
          />
        ) : (
          <input
            className={styles.input}
            aria-label={t('broadcastPage.draft.textOf', { name })}
            aria-invalid={isInvalid || undefined}
            autoComplete="off"
            value={source.text}
            onChange={({ target }) => onChange({ column: '', text: target.value })}
          />
        )}
      </span>
      {withoutValue > 0 && (
        <p className={styles.missing}>
          <Icon glyph={TriangleAlert} size={12} className={styles.missingGlyph} />
          {t('broadcastPage.draft.withoutValue', { count: withoutValue })}
        </p>
      )}
    </div>
  );
}
