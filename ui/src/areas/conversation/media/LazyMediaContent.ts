// Players, pictures and file cards are loaded when the first file is rendered.
import { lazyArea } from '../../../design/lazyArea';

export const LazyMediaContent = lazyArea(() => import('./MediaContent'), {
  component: 'MediaContent',
  words: ['media'],
});
