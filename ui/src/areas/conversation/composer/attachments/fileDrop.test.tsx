// Tests of files that are dropped or pasted onto a conversation, and of files dropped elsewhere on the page.
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useFileDrop, type AddFiles } from './useFileDrop';

const photo = new File(['x'], 'foto.png', { type: 'image/png' });
const withFiles = { types: ['Files'], files: [photo], dropEffect: 'copy' };
const withText = { types: ['text/plain'], files: [], dropEffect: 'copy' };

function Conversation({ onAdd }: { onAdd: AddFiles | undefined }) {
  const { isOver, handlers } = useFileDrop(onAdd);
  return (
    <div>
      <section aria-label="conversation" data-over={isOver} {...handlers}>
        <p>message</p>
      </section>
      <nav>list</nav>
    </div>
  );
}

function shown(onAdd: AddFiles | undefined): HTMLElement {
  render(<Conversation onAdd={onAdd} />);
  return screen.getByRole('region', { name: 'conversation' });
}

const isOver = (element: HTMLElement): boolean => element.dataset.over === 'true';

test('a file that is dragged over the conversation or its elements marks the conversation until the pointer leaves it', () => {
  const conversation = shown(vi.fn());
  expect(isOver(conversation)).toBe(false);
  fireEvent.dragEnter(conversation, { dataTransfer: withFiles });
  expect(isOver(conversation)).toBe(true);
  // From the region to an element inside it.
  const inside = createEvent.dragLeave(conversation);
  Object.defineProperty(inside, 'relatedTarget', { value: screen.getByText('message') });
  fireEvent(conversation, inside);
  expect(isOver(conversation)).toBe(true);
  const outside = createEvent.dragLeave(conversation);
  Object.defineProperty(outside, 'relatedTarget', { value: screen.getByText('list') });
  fireEvent(conversation, outside);
  expect(isOver(conversation)).toBe(false);
});

test('dropped files are added, the browser does not open them, and the mark is removed', () => {
  const onAdd = vi.fn();
  const conversation = shown(onAdd);
  fireEvent.dragOver(conversation, { dataTransfer: withFiles });
  expect(isOver(conversation)).toBe(true);
  // `false` if the default action was prevented.
  expect(fireEvent.drop(conversation, { dataTransfer: withFiles })).toBe(false);
  expect(onAdd).toHaveBeenCalledExactlyOnceWith([photo]);
  expect(isOver(conversation)).toBe(false);
});

test('the page does not handle a dragged text; the browser does', () => {
  const onAdd = vi.fn();
  const conversation = shown(onAdd);
  expect(fireEvent.dragEnter(conversation, { dataTransfer: withText })).toBe(true);
  expect(isOver(conversation)).toBe(false);
  expect(fireEvent.drop(conversation, { dataTransfer: withText })).toBe(true);
  expect(onAdd).not.toHaveBeenCalled();
});

test('a file that is dropped beside the conversation is refused and does not replace the page', () => {
  const onAdd = vi.fn();
  shown(onAdd);
  const beside = screen.getByText('list');
  const dataTransfer = { ...withFiles };
  const over = createEvent.dragOver(beside, { dataTransfer });
  fireEvent(beside, over);
  expect(over.defaultPrevented).toBe(true);
  expect((over as DragEvent).dataTransfer?.dropEffect).toBe('none');
  expect(fireEvent.drop(beside, { dataTransfer })).toBe(false);
  expect(onAdd).not.toHaveBeenCalled();
  expect(fireEvent.dragOver(beside, { dataTransfer: withText })).toBe(true);
});

test('after the conversation is closed, the page no longer decides about files', () => {
  const { unmount } = render(<Conversation onAdd={vi.fn()} />);
  expect(fireEvent.drop(document.body, { dataTransfer: withFiles })).toBe(false);
  unmount();
  expect(fireEvent.drop(document.body, { dataTransfer: withFiles })).toBe(true);
  expect(fireEvent.dragOver(document.body, { dataTransfer: withFiles })).toBe(true);
});

test('given a conversation without attachments, then a dragged file is refused and does not mark the conversation', () => {
  const conversation = shown(undefined);
  expect(fireEvent.dragOver(conversation, { dataTransfer: withFiles })).toBe(false);
  expect(isOver(conversation)).toBe(false);
});

test('pasted files are added, and a pasted cell of a spreadsheet (text and picture) is pasted as text', () => {
  const onAdd = vi.fn();
  const conversation = shown(onAdd);
  const clipboard = (text: string, files: File[]) => ({ clipboardData: { files, getData: () => text } });
  expect(fireEvent.paste(conversation, clipboard('', []))).toBe(true);
  expect(fireEvent.paste(conversation, clipboard('12,50', [photo]))).toBe(true);
  expect(onAdd).not.toHaveBeenCalled();
  expect(fireEvent.paste(conversation, clipboard('', [photo]))).toBe(false);
  expect(onAdd).toHaveBeenCalledExactlyOnceWith([photo]);
});
