// Types of the objects that the drivers put into the measured pages.
import type { Bench } from '../src/page';

/** When a frame of the broker arrived, the refresh that drew it, and when that drawing was done. */
export interface Painted {
  arrived: number;
  refresh?: number;
  done?: number;
}

export type CountsOfOpen = Record<string, number>;

declare global {
  interface Window {
    /** The page of the stores (bench/src/page.ts). */
    bench: Bench;
    painting: Painted[];
    refreshes: { watch(): void; stop(): number[] };
    peopleProbe: {
      untilRow(name: string): Promise<number>;
      untilPage(id: string, name: string): Promise<number | undefined>;
    };
    callProbe: { clicked: number; heard: number; open(): CountsOfOpen };
    whatsAppProbe: {
      keys: number[];
      switches: number[];
      memory: WebAssembly.Memory | undefined;
      watchSwitch(name: string): void;
    };
  }
}
