// Campaign, default campaign and route of an attendance that the agent begins (WAP-104).
import type { ListState } from 'core-wasm';
import { useId } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { Checkbox } from '../../design/Checkbox';
import { ErrorState } from '../../design/EmptyState';
import { FieldLabel } from '../../design/Field';
import { Select } from '../../design/Select';
import { Spinner } from '../../design/Spinner';
import styles from './StartDialog.module.css';

export interface StartChoice {
  id: string;
  name: string;
}

export interface StartCampaignProps {
  campaigns: ReadonlyArray<StartChoice>;
  state: ListState;
  /** Loads the campaigns again. */
  onRetry: () => void;
  /** Chosen campaign; empty: none. */
  defaultCampaign: string;
  onDefaultCampaignChange: (campaign: string) => void;
  /** Default campaign; empty: none is chosen. */
  campaign: string;
  onCampaignChange: (campaign: string) => void;
  /** The loaded routes of the campaign. */
  routes: ReadonlyArray<StartChoice>;
  /** For a route that the campaign does not have, its first route is used. */
  route: string;
  onRouteChange: (route: string) => void;
}

export function StartCampaign(props: StartCampaignProps) {
  const { t } = useTranslation();
  const { campaigns, campaign, routes, route } = props;
  const id = useId();
  return (
    <>
      {campaigns.length === 0 ? (
        <NoCampaigns state={props.state} onRetry={props.onRetry} />
      ) : (
        <div>
          <FieldLabel htmlFor={`${id}-campaign`} required>
            {t('whatsapp.startDialog.campaign')}
          </FieldLabel>
          <Select
            id={`${id}-campaign`}
            size="large"
            label={t('whatsapp.startDialog.campaign')}
            value={campaign}
            options={[
              ...(campaigns.some((candidate) => candidate.id === campaign)
                ? []
                : [{ value: campaign, label: t('whatsapp.startDialog.chooseCampaign') }]),
              ...campaigns.map(({ id: value, name }) => ({ value, label: name })),
            ]}
            onChange={props.onCampaignChange}
          />
          {campaign !== '' && (
            <Checkbox
              label={t('whatsapp.startDialog.isDefault')}
              checked={campaign === props.defaultCampaign}
              onChange={(checked) => props.onDefaultCampaignChange(checked ? campaign : '')}
            />
          )}
        </div>
      )}
      {routes.length > 0 && (
        <div>
          <FieldLabel htmlFor={`${id}-route`} required={false}>
            {t('whatsapp.startDialog.route')}
          </FieldLabel>
          <Select
            id={`${id}-route`}
            size="large"
            label={t('whatsapp.startDialog.route')}
            value={routes.some((candidate) => candidate.id === route) ? route : (routes[0]?.id ?? '')}
            options={routes.map(({ id: value, name }) => ({ value, label: name }))}
            onChange={props.onRouteChange}
          />
        </div>
      )}
    </>
  );
}

/** Says why there is nothing to choose: the list is loading, failed to load, or is empty. */
function NoCampaigns({ state, onRetry }: Pick<StartCampaignProps, 'state' | 'onRetry'>) {
  const { t } = useTranslation();
  if (state === 'failed') return <ErrorState message={t('whatsapp.startDialog.campaignsFailed')} onRetry={onRetry} />;
  if (state === 'ready') return <p className={styles.none}>{t('whatsapp.startDialog.noCampaigns')}</p>;
  return (
    <p className={styles.none} role="status" aria-busy="true">
      <Spinner /> {t('whatsapp.startDialog.campaignsLoading')}
    </p>
  );
}
