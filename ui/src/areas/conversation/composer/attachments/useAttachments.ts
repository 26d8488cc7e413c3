// The chosen files of an attendance: adds files that the agent chooses, drops or pastes, with the reason if a file cannot be sent, and removes it
// again.
import { useMemo } from 'react';
import type { Core } from '../../../../core/host';
import { useCore } from '../../../../core/react';
import { addressOf, releaseFile } from '../../../../core/ports/localFiles';
import { useComposing, type ChosenFile } from '../composing';
import { isRefused, objectionTo, typeOf, type AttachmentView } from './attachments';

export interface Attachments {
  items: ReadonlyArray<AttachmentView>;
  add: (files: ReadonlyArray<File>) => void;
  remove: (id: string) => void;
}

let number = 0;

/** `header`: the kind of file that the header of a template has. */
export function chosenFile(core: Core, protocol: string, file: File, header?: 'image' | 'video' | 'file'): ChosenFile {
  number += 1;
  const type = typeOf(file) ?? file.type;
  const typed = type === file.type ? file : new File([file], file.name, { type });
  const plan = core.planFile(protocol, typed, header);
  return { id: String(number), file: typed, address: addressOf(typed), objection: objectionTo(typed), plan };
}

export function useAttachments(protocol: string): Attachments {
  const core = useCore();
  const { files, change } = useComposing(protocol);
  return useMemo(
    () => ({
      items: files.map(shownFile),
      add: (added) =>
        change((now) => ({ files: [...now.files, ...added.map((file) => chosenFile(core, protocol, file))] })),
      remove: (id) =>
        change((now) => {
          now.files.filter((file) => file.id === id).forEach(({ address }) => releaseFile(address));
          return { files: now.files.filter((file) => file.id !== id) };
        }),
    }),
    [core, protocol, files, change],
  );
}

/** The file in the form that the tray shows. */
export function shownFile({ id, file, address, objection, plan }: ChosenFile): AttachmentView {
  const isPicture = !isRefused({ objection, plan }) && file.type.startsWith('image/');
  return {
    id,
    name: file.name,
    type: file.type,
    bytes: file.size,
    preview: isPicture ? address : undefined,
    objection,
    plan,
  };
}
