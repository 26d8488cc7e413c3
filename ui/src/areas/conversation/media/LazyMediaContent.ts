// Players, pictures and file cards are loaded when the first medium is drawn.
import { lazyArea } from '../../../design/lazyArea';

export const LazyMediaContent = lazyArea(() => import('./MediaContent'), {
  component: 'MediaContent',
  words: ['media'],
});
