// Converts a picture to JPEG, or to PNG if a part of it is transparent: any picture that the browser can show. Only the
// first frame of an animation is kept.
import { withExtension } from './renamed';

/** The longest side of a picture in pixels: WhatsApp shows no more, and a canvas on old telephones has no more. */
const longestSide = 4096;
/** The largest file that is sent (WAP-061). */
const largestBytes = 5 * 1024 * 1024;
const jpegQuality = 0.9;
/** Side of the copy that is searched for transparent pixels: a small copy shows whether the picture has any. */
const probeSide = 256;

export async function toPicture(file: File): Promise<File> {
  const image = await loadImage(file);
  const scale = Math.min(1, longestSide / Math.max(image.naturalWidth, image.naturalHeight));
  const size = [Math.round(image.naturalWidth * scale), Math.round(image.naturalHeight * scale)] as const;
  if (isTransparent(image)) {
    const png = await encodeCanvas(drawOnCanvas(image, size), 'image/png');
    if (png.size <= largestBytes) return new File([png], withExtension(file.name, 'png'), { type: 'image/png' });
  }
  const jpeg = await encodeCanvas(drawOnCanvas(image, size, 'white'), 'image/jpeg');
  return new File([jpeg], withExtension(file.name, 'jpg'), { type: 'image/jpeg' });
}

/** An image element knows more formats than `createImageBitmap`, and applies the camera's orientation. */
async function loadImage(file: File): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file);
  try {
    return await new Promise((resolve, reject) => {
      const image = new Image();
      image.onload = () => {
        if (image.naturalWidth > 0 && image.naturalHeight > 0) resolve(image);
        else reject(new Error('the picture has no size'));
      };
      image.onerror = () => reject(new Error('the browser cannot decode the picture'));
      image.src = address;
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

function drawOnCanvas(
  image: HTMLImageElement,
  [width, height]: readonly [number, number],
  background?: string,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, width);
  canvas.height = Math.max(1, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  if (background !== undefined) {
    context.fillStyle = background;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function isTransparent(image: HTMLImageElement): boolean {
  const probe = drawOnCanvas(image, [
    Math.min(image.naturalWidth, probeSide),
    Math.min(image.naturalHeight, probeSide),
  ]);
  const pixels = probe.getContext('2d')?.getImageData(0, 0, probe.width, probe.height).data ?? [];
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if ((pixels[alpha] ?? 255) < 255) return true;
  return false;
}

function encodeCanvas(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        // A browser that cannot encode the type returns a file of another type.
        if (blob === null || blob.type !== type) reject(new Error(`the browser cannot encode ${type}`));
        else resolve(blob);
      },
      type,
      jpegQuality,
    );
  });
}
