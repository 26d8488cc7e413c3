// The chosen files of an attendance: adds what the agent chooses, drops or pastes, with the reason where a file cannot be sent, and removes it again.
import { useMemo } from 'react';
import { addressOf, releaseFile } from '../../../../core/ports/localFiles';
import { useComposing, type ChosenFile } from '../composing';
import { objectionTo, typeOf, type AttachmentView } from './attachments';

export interface Attachments {
  items: ReadonlyArray<AttachmentView>;
  add: (files: ReadonlyArray<File>) => void;
  remove: (id: string) => void;
}

let number = 0;

export function chosenFile(file: File): ChosenFile {
  number += 1;
  const type = typeOf(file) ?? file.type;
  const typed = type === file.type ? file : new File([file], file.name, { type });
  return { id: String(number), file: typed, address: addressOf(typed), objection: objectionTo(typed) };
}

export function useAttachments(protocol: string): Attachments {
  const { files, change } = useComposing(protocol);
  return useMemo(
    () => ({
      items: files.map(shown),
      add: (added) => change((now) => ({ files: [...now.files, ...added.map(chosenFile)] })),
      remove: (id) =>
        change((now) => {
          now.files.filter((file) => file.id === id).forEach(({ address }) => releaseFile(address));
          return { files: now.files.filter((file) => file.id !== id) };
        }),
    }),
    [files, change],
  );
}

function shown({ id, file, address, objection }: ChosenFile): AttachmentView {
  const isPicture = objection === undefined && file.type.startsWith('image/');
  return {
    id,
    name: file.name,
    type: file.type,
    bytes: file.size,
    preview: isPicture ? address : undefined,
    objection,
  };
}
