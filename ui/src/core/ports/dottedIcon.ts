// Draws the dot for unread messages on an operator's tab icon. A separate chunk: only a page with such an icon loads it.

const size = 64;
/** The dot of the built-in icon (icons/unread.svg). */
const dot = { x: 50, y: 14, radius: 14, color: '#cb2a32' };
/** An outline that keeps the dot visible on an icon of the same colour. */
const gap = 4;

/** Undefined if the image cannot be drawn, or its origin forbids reading it. */
export async function iconWithDot(address: string): Promise<string | undefined> {
  const image = new Image(size, size);
  image.src = address;
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
    });
    const canvas = document.createElement('canvas');
    canvas.width = size;
    canvas.height = size;
    const context2d = canvas.getContext('2d');
    // Some browsers draw nothing for an SVG without a size.
    if (context2d === null || image.naturalWidth === 0) return undefined;
    const scale = size / Math.max(image.naturalWidth, image.naturalHeight);
    const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
    context2d.drawImage(image, (size - width) / 2, (size - height) / 2, width, height);
    context2d.globalCompositeOperation = 'destination-out';
    fillDisc(context2d, dot.radius + gap);
    context2d.globalCompositeOperation = 'source-over';
    context2d.fillStyle = dot.color;
    fillDisc(context2d, dot.radius);
    return canvas.toDataURL('image/png');
  } catch {
    return undefined;
  }
}

function fillDisc(context2d: CanvasRenderingContext2D, radius: number): void {
  context2d.beginPath();
  context2d.arc(dot.x, dot.y, radius, 0, 2 * Math.PI);
  context2d.fill();
}
