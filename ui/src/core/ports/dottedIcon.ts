// An operator's icon with the dot of unread words, for the tab. Comes in its own part: only a page with such an icon asks for it.

const size = 64;
/** As on the built-in icon (icons/unread.svg). */
const dot = { x: 50, y: 14, radius: 14, color: '#cb2a32' };
/** So that it shows on an icon of its own colour. */
const gap = 4;

/** Undefined: it cannot be drawn, or its picture may be shown but not read. */
export async function dotted(address: string): Promise<string | undefined> {
  const picture = new Image(size, size);
  picture.src = address;
  try {
    await new Promise((resolve, reject) => {
      picture.onload = resolve;
      picture.onerror = reject;
    });
    const canvas = document.createElement('canvas');
    canvas.width = size;
    canvas.height = size;
    const pen = canvas.getContext('2d');
    // Without a size of its own an SVG is drawn as nothing by some browsers.
    if (pen === null || picture.naturalWidth === 0) return undefined;
    const scale = size / Math.max(picture.naturalWidth, picture.naturalHeight);
    const [width, height] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
    pen.drawImage(picture, (size - width) / 2, (size - height) / 2, width, height);
    pen.globalCompositeOperation = 'destination-out';
    disc(pen, dot.radius + gap);
    pen.globalCompositeOperation = 'source-over';
    pen.fillStyle = dot.color;
    disc(pen, dot.radius);
    return canvas.toDataURL('image/png');
  } catch {
    return undefined;
  }
}

function disc(pen: CanvasRenderingContext2D, radius: number): void {
  pen.beginPath();
  pen.arc(dot.x, dot.y, radius, 0, 2 * Math.PI);
  pen.fill();
}
