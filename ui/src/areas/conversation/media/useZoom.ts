// Size, turn and position of the picture in the lightbox. They are reset for another picture.
import { useState } from 'react';

export interface View {
  /** 1 fits the picture into the page. */
  scale: number;
  /** Quarter turns clockwise, 0 to 3. */
  turns: number;
  /** Position to which the agent dragged the enlarged picture, in CSS pixels. */
  x: number;
  y: number;
}

const fitted: View = { scale: 1, turns: 0, x: 0, y: 0 };
const steps = [1, 1.5, 2, 3, 4] as const;

export interface Zoom {
  view: View;
  canEnlarge: boolean;
  canReduce: boolean;
  enlarge: () => void;
  reduce: () => void;
  turn: () => void;
  /** Moves an enlarged picture; a picture that fits stays where it is. */
  move: (dx: number, dy: number) => void;
}

export function useZoom(picture: string): Zoom {
  const [shown, setShown] = useState({ picture, view: fitted });
  const view = shown.picture === picture ? shown.view : fitted;
  const set = (next: View): void => setShown({ picture, view: next });
  const larger = steps.find((step) => step > view.scale);
  const smaller = [...steps].reverse().find((step) => step < view.scale);
  return {
    view,
    canEnlarge: larger !== undefined,
    canReduce: smaller !== undefined,
    enlarge: () => larger !== undefined && set({ ...view, scale: larger }),
    reduce: () =>
      smaller !== undefined && set(smaller === 1 ? { ...fitted, turns: view.turns } : { ...view, scale: smaller }),
    turn: () => set({ ...fitted, turns: (view.turns + 1) % 4 }),
    move: (dx, dy) => view.scale > 1 && set({ ...view, x: view.x + dx, y: view.y + dy }),
  };
}

/** No style is set if nothing was changed, so that the picture keeps the size of its box. */
export function transformOf({ scale, turns, x, y }: View): string | undefined {
  if (scale === 1 && turns === 0) return undefined;
  return `translate(${x}px, ${y}px) rotate(${turns * 90}deg) scale(${scale})`;
}
