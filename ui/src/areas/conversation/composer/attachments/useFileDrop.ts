// Files that are dropped or pasted onto a conversation. A file dropped elsewhere must not replace the page: by default the browser
// would open it.
import { useEffect, useState, type ClipboardEvent, type DragEvent } from 'react';

export type AddFiles = (files: ReadonlyArray<File>) => void;

/** `onAdd` is undefined if files cannot be attached. */
export function useFileDrop(onAdd: AddFiles | undefined) {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const keepPage = (event: globalThis.DragEvent): void => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', keepPage);
    window.addEventListener('drop', keepPage);
    return () => {
      window.removeEventListener('dragover', keepPage);
      window.removeEventListener('drop', keepPage);
    };
  }, []);
  if (onAdd === undefined) return { isOver: false, handlers: {} };
  const enter = (event: DragEvent): void => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setIsOver(true);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: enter,
      onDragOver: enter,
      onDragLeave: (event: DragEvent) => {
        // The browser also fires `dragleave` between the elements inside.
        const { relatedTarget } = event;
        if (!(relatedTarget instanceof Node && event.currentTarget.contains(relatedTarget))) setIsOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setIsOver(false);
        onAdd(Array.from(event.dataTransfer.files));
      },
      onPaste: (event: ClipboardEvent) => {
        const files = Array.from(event.clipboardData.files);
        // A copied cell of a spreadsheet contains text and a picture: the text is pasted.
        if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return;
        event.preventDefault();
        onAdd(files);
      },
    },
  };
}

function hasFiles(data: DataTransfer | null): boolean {
  return data !== null && Array.from(data.types).includes('Files');
}
