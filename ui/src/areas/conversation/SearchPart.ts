// The search drawer, which is loaded when it is opened first, or before that in idle time.
import { lazyArea } from '../../design/lazyArea';

export const SearchPart = lazyArea(() => import('./SearchDrawerContainer'), {
  component: 'SearchDrawerContainer',
  words: ['search'],
});
