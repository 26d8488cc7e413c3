// The whole of a text that is cut at its end is shown as its title while the pointer is on it. One place for every list, header and dialog: what is cut depends on
// the window, the language and the text, so a title that is always there would repeat what can be read.

/** A text that is cut has its style on itself or on one of these many elements around what the pointer is on. */
const levels = 3;

/** Shows the title of cut texts until the returned function is called. */
export function showCutTexts(root: Document): () => void {
  let shown: HTMLElement | undefined;
  const onOver = ({ target, pointerType }: PointerEvent): void => {
    if (pointerType === 'touch' || !(target instanceof Element)) return;
    if (shown?.contains(target) === true) return;
    shown?.removeAttribute('title');
    shown = cutAround(target);
    if (shown !== undefined) shown.title = shown.textContent.trim();
  };
  root.addEventListener('pointerover', onOver, { passive: true });
  return () => root.removeEventListener('pointerover', onOver);
}

/** Undefined where nothing is cut, and where a title says something already. */
function cutAround(target: Element): HTMLElement | undefined {
  let found: HTMLElement | undefined;
  let element: Element | null = target;
  for (let level = 0; level <= levels && element instanceof HTMLElement; level += 1) {
    if (element.title !== '') return undefined;
    if (found === undefined && isCut(element)) found = element;
    element = element.parentElement;
  }
  return found;
}

function isCut(element: HTMLElement): boolean {
  const isWider = element.scrollWidth > element.clientWidth;
  const isHigher = element.scrollHeight > element.clientHeight;
  if (!isWider && !isHigher) return false;
  const { textOverflow, overflowX, webkitLineClamp } = getComputedStyle(element);
  const hasEllipsis = textOverflow === 'ellipsis' && overflowX !== 'visible';
  const hasClamp = webkitLineClamp !== '' && webkitLineClamp !== 'none' && webkitLineClamp !== undefined;
  return (isWider && hasEllipsis) || (isHigher && hasClamp);
}
