// The pictures and films of the conversation around a picture, between which the lightbox goes. Without it the lightbox shows one picture alone.
import { createContext } from 'react';
import type { LightboxPicture } from './Lightbox';

/** Called when a picture is opened: oldest first. */
export const PicturesOfThreadContext = createContext<(() => ReadonlyArray<LightboxPicture>) | undefined>(undefined);
