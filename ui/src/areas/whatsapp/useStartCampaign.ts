// The campaigns and routes with which the agent may begin attendances, and the agent's choice.
import { useCallback, useEffect, useState } from 'react';
import { useIntent, useSlice } from '../../core/react';
import type { StartCampaignProps } from './StartCampaign';

/** `wanted`: if false, nothing is loaded. */
export function useStartCampaign(wanted = true): StartCampaignProps {
  const intend = useIntent();
  const { campaigns, campaignsState, defaultCampaign, routesOf, routes } = useSlice('whatsapp');
  const [chosen, setChosen] = useState<string>();
  const [route, setRoute] = useState('');
  const only = campaigns.length === 1 ? (campaigns[0]?.id ?? '') : '';
  const campaign = chosen ?? (defaultCampaign === '' ? only : defaultCampaign);
  const load = useCallback(() => intend({ area: 'whatsapp', type: 'loadCampaigns' }), [intend]);
  useEffect(() => {
    if (wanted) load();
  }, [wanted, load]);
  useEffect(() => {
    if (wanted && campaign !== '') intend({ area: 'whatsapp', type: 'loadRoutes', campaignId: campaign });
  }, [wanted, campaign, intend]);
  return {
    campaigns,
    state: campaignsState,
    onRetry: load,
    defaultCampaign,
    onDefaultCampaignChange: (campaignId) => intend({ area: 'whatsapp', type: 'setDefaultCampaign', campaignId }),
    campaign,
    onCampaignChange: setChosen,
    routes: routesOf === campaign ? routes : [],
    route,
    onRouteChange: setRoute,
  };
}

/** The route of a request; empty: the first route of the campaign. */
export function routeOf({ routes, route }: Pick<StartCampaignProps, 'routes' | 'route'>): string {
  return routes.some((candidate) => candidate.id === route) ? route : '';
}
