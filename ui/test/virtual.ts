// jsdom has no layout, and TanStack Virtual draws nothing in a list without a height.
import { vi } from 'vitest';

export function giveElementsASize(): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
}
