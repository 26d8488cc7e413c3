// Tests of the gallery's pages instead of the product's: one server of the gallery for each worker.
import { serveGallery } from '../scripts/gallery.mjs';
import { test as base } from './fixtures';

export { expect } from './fixtures';

export const test = base.extend<object, { gallery: { origin: string } }>({
  gallery: [
    async ({}, use) => {
      const gallery = await serveGallery();
      await use(gallery);
      await gallery.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ gallery }, use) => use(gallery.origin),
});
