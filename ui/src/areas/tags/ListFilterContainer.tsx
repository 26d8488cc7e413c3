// Connects the filter of the attendance list with the core. Its choices are preferences.
import { useEffect } from 'react';
import { useTranslation } from '../../i18n/useTranslation';
import { useChangePreferences, useIntent, useSlice } from '../../core/react';
import { ListFilter } from './ListFilter';
import { allVisible, isFiltered, noTags, type TagKind } from '../../shared/listTags';
import { chosenTags, groupsOf, withTag } from './listFilter';

export interface ListFilterContainerProps {
  /** The channels that the list can hide. */
  channels: ReadonlyArray<'voice' | 'whatsapp' | 'instagram' | 'chat' | 'email'>;
}

export function ListFilterContainer({ channels }: ListFilterContainerProps) {
  const { t } = useTranslation();
  const intend = useIntent();
  const change = useChangePreferences();
  const preferences = useSlice('preferences');
  const { state, tags: catalogue } = useSlice('tagCatalogue');
  useEffect(() => intend({ area: 'tags', type: 'loadTagCatalogue' }), [intend]);
  const { hiddenChannels: hidden, listTags, tagVisibility } = preferences;
  const of = (kind: TagKind) => {
    const groups = groupsOf(kind, catalogue);
    return { groups, chosen: chosenTags(kind, listTags, groups) };
  };
  return (
    <ListFilter
      channels={channels.map((channel) => ({
        id: channel,
        label: t(`channels.name.${channel}`),
        shown: !hidden.includes(channel),
      }))}
      onChannel={(channel, shown) =>
        change({
          hiddenChannels: shown ? hidden.filter((other) => other !== channel) : [...hidden, channel],
        })
      }
      tags={{ contact: of('contact'), employer: of('employer'), attendance: of('attendance') }}
      tagsState={state === 'notAsked' ? 'loading' : state}
      onTag={(kind, id, chosen) => change({ listTags: withTag(listTags, kind, id, chosen) })}
      visible={{ ...allVisible, ...tagVisibility }}
      onVisible={(kind, visible) => change({ tagVisibility: { ...tagVisibility, [kind]: visible } })}
      onClear={
        isFiltered(preferences)
          ? () => change({ hiddenChannels: [], listTags: noTags, tagVisibility: allVisible })
          : undefined
      }
    />
  );
}
