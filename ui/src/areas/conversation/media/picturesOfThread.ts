// The pictures and videos of the conversation, through which the lightbox moves. Without this context the lightbox shows one picture alone.
import { createContext } from 'react';
import type { LightboxPicture } from './Lightbox';

/** Called when a picture is opened; returns the list, oldest first. */
export const PicturesOfThreadContext = createContext<(() => ReadonlyArray<LightboxPicture>) | undefined>(undefined);
