// The two actions on an unsent file: save or discard.
import { Download, Trash2 } from 'lucide-react';
import { IconButton } from '../design/IconButton';
import { saveFile } from './saveFile';

export interface UnsentFileButtonsProps {
  file: File;
  saveLabel: string;
  discardLabel: string;
  onDiscard: () => void;
}

export function UnsentFileButtons({ file, saveLabel, discardLabel, onDiscard }: UnsentFileButtonsProps) {
  return (
    <>
      <IconButton
        size="small"
        iconSize={14}
        glyph={Download}
        label={saveLabel}
        onClick={() => saveFile(file, file.name)}
      />
      <IconButton size="small" iconSize={14} glyph={Trash2} label={discardLabel} onClick={onDiscard} />
    </>
  );
}
