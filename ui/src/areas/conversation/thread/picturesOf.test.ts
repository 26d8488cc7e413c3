// Tests of the pictures of a conversation, through which the lightbox moves.
import type { MessageView } from 'core-wasm';
import { expect, test } from 'vitest';
import { picturesOf } from './picturesOf';

const words = { media: (media: string) => `<${media}>`, bot: 'Bot', colleague: 'Equipe', you: 'Você' };
const file = { url: '/a', name: '', size: 0, mimetype: '' };
const message = (localId: string, more: object): MessageView =>
  ({ localId, sender: 'customer', senderName: 'Mariana', time: undefined, ...more }) as MessageView;

test.each<[string, object, ReadonlyArray<unknown>]>([
  [
    'a picture of the customer',
    { media: 'image', content: { attachment: { ...file, name: 'sala.png' } } },
    [{ id: 'm', src: '/a', label: '<image>, Mariana', name: 'sala.png', isFilm: false }],
  ],
  [
    'a film of the agent',
    { media: 'video', sender: 'own', senderName: '', content: { attachment: file } },
    [{ id: 'm', src: '/a', label: '<video>, Você', isFilm: true }],
  ],
  ['a picture that has not arrived', { media: 'image', content: { attachment: { ...file, state: 'pending' } } }, []],
  ['a picture without an address', { media: 'image', content: { attachment: { ...file, url: '' } } }, []],
  ['a document', { media: 'file', content: { attachment: file } }, []],
  ['a text', {}, []],
])('[BEY-157] the lightbox contains only pictures and videos: %s', (_kind, more, expected) => {
  expect(picturesOf([message('m', more)], words)).toEqual(expected);
});
