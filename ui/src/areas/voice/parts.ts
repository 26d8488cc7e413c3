// The parts of the voice area, loaded when the agent has the channel. The tables of the application take them from here.
import { lazyArea } from '../../design/lazyArea';

export const LazyCallBar = lazyArea(() => import('./CallBar'), { component: 'CallBar', words: ['voice'] });
export const LazyIncomingCallDialog = lazyArea(() => import('./IncomingCallDialog'), {
  component: 'IncomingCallDialog',
  words: ['voice'],
});
export const LazyDeviceDialog = lazyArea(() => import('./DeviceDialog'), {
  component: 'DeviceDialog',
  words: ['voice'],
});
