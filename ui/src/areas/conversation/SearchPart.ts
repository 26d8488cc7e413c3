// The search drawer, which is loaded when it is first opened, or before that in idle time.
import { lazyArea } from '../../design/lazyArea';

export const SearchPart = lazyArea(() => import('./SearchDrawerContainer'), {
  component: 'SearchDrawerContainer',
  words: ['search'],
});
