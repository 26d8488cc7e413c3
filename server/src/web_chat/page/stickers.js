// The built-in stickers: drawings that become images of 512 × 512 pixels, as messengers send stickers.

const SIZE = 512;
const face = (mouth, eyes = '<circle cx="180" cy="215" r="26"/><circle cx="332" cy="215" r="26"/>') =>
  `<circle cx="256" cy="256" r="220" fill="#ffc93c"/><g fill="#4a3200">${eyes}</g>${mouth}`;
const arc = (path) => `<path d="${path}" fill="none" stroke="#4a3200" stroke-width="26" stroke-linecap="round"/>`;

const STICKERS = [
  ['mgStickerSmile', face(arc('M160 310q96 96 192 0'))],
  ['mgStickerSad', face(`${arc('M166 366q90-84 180 0')}<path d="M352 262q42 66 0 84q-42-18 0-84" fill="#3d9be9"/>`)],
  [
    'mgStickerHeart',
    '<path d="M256 452C60 330 40 236 60 172c28-86 150-100 196-8 46-92 168-78 196 8 20 64 0 158-196 280z" fill="#e5304f"/>',
  ],
  [
    'mgStickerThumb',
    '<rect x="70" y="220" width="90" height="210" rx="24" fill="#2f6fe4"/><path d="M180 236l84-150c14-24 70-14 66 36l-12 80h92c36 0 52 30 44 62l-32 126c-6 24-28 40-52 40H180z" fill="#ffc93c"/>',
  ],
  [
    'mgStickerStar',
    '<path d="M256 40l64 142 154 16-116 104 34 152-136-78-136 78 34-152L38 198l154-16z" fill="#ffb020"/>',
  ],
  [
    'mgStickerThanks',
    '<rect x="46" y="120" width="420" height="230" rx="60" fill="#15803f"/><path d="M150 340l-20 96 106-90z" fill="#15803f"/><g fill="none" stroke="#fff" stroke-width="30" stroke-linecap="round" stroke-linejoin="round"><path d="M150 240l60 58 138-126"/></g>',
  ],
];

/** Name (key of a text) and address of each sticker. */
export const stickers = STICKERS.map(([name, drawing]) => {
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="${SIZE}" height="${SIZE}">${drawing}</svg>`;
  return { name, address: `data:image/svg+xml,${encodeURIComponent(image)}` };
});

/** The sticker as WebP, or PNG where the browser cannot write WebP. */
export async function stickerImage({ address }) {
  const image = new Image(SIZE, SIZE);
  image.src = address;
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE });
  canvas.getContext('2d').drawImage(image, 0, 0, SIZE, SIZE);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/webp', 0.9),
  );
}
