// PostCSS: gives every style sheet the media queries of ui/src/design/media.json as @custom-media, for postcss-custom-media.
import { readFileSync } from 'node:fs';

/** @type {Record<string, string>} */
const media = JSON.parse(readFileSync(new URL('../../ui/src/design/media.json', import.meta.url), 'utf8'));

/** @returns {import('postcss').Plugin} */
export const customMedia = () => ({
  postcssPlugin: 'custom-media-from-json',
  Once(root, { AtRule }) {
    for (const [name, query] of Object.entries(media).reverse())
      root.prepend(new AtRule({ name: 'custom-media', params: `--${name} ${query}` }));
  },
});
