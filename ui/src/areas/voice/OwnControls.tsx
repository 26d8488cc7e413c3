// The controls of the agent's own side of a call, each with its key: microphone, hold and tones. The bar of one call and the bar of several share them.
import { Grid3x3, Mic, MicOff, Play } from 'lucide-react';
import { useState } from 'react';
import { announce } from '../../design/Announcer';
import { PauseBarsGlyph } from '../../design/icons/glyphs';
import { Popover } from '../../design/Popover';
import { useTranslation } from '../../i18n/useTranslation';
import { useShortcut } from '../../shared/shortcuts';
import { CallControl } from './CallControl';
import { Keypad } from './Keypad';
import { OpenPanel } from './OpenPanel';

interface OwnControlProps {
  /** Why the control is disabled now. */
  disabledReason: string | undefined;
}

export interface MuteControlProps extends OwnControlProps {
  muted: boolean;
  /** Whether the bar focuses the control when it appears. */
  isFirst?: boolean;
  onMute: (muted: boolean) => void;
}

export function MuteControl({ muted, isFirst = false, disabledReason, onMute }: MuteControlProps) {
  const { t } = useTranslation();
  const mute = (): void => {
    announce(t(muted ? 'voice.bar.announce.unmuted' : 'voice.bar.announce.muted'));
    onMute(!muted);
  };
  useShortcut('muteCall', disabledReason === undefined ? mute : undefined);
  return (
    <CallControl
      data-first={isFirst || undefined}
      glyph={muted ? MicOff : Mic}
      label={t('voice.bar.mute')}
      caption={t(muted ? 'voice.bar.mutedCaption' : 'voice.bar.muteCaption')}
      shortcut="muteCall"
      pressed={muted}
      disabledReason={disabledReason}
      onClick={mute}
    />
  );
}

export interface HoldControlProps extends OwnControlProps {
  label: string;
  held: boolean;
  /** Whether the server has not confirmed the hold yet. */
  pending: boolean;
  onHold: (held: boolean) => void;
}

export function HoldControl({ label, held, pending, disabledReason, onHold }: HoldControlProps) {
  const { t } = useTranslation();
  useShortcut('holdCall', disabledReason === undefined && !pending ? () => onHold(!held) : undefined);
  return (
    <CallControl
      glyph={held ? Play : PauseBarsGlyph}
      label={label}
      caption={t(held ? 'voice.bar.heldCaption' : 'voice.bar.holdCaption')}
      shortcut="holdCall"
      pressed={held}
      pending={pending}
      disabledReason={disabledReason}
      onClick={() => onHold(!held)}
    />
  );
}

export function KeypadControl({ disabledReason, onTone }: OwnControlProps & { onTone: (tone: string) => void }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  useShortcut('openKeypad', disabledReason === undefined ? () => setIsOpen(true) : undefined);
  return (
    <Popover
      label={t('voice.keypad.title')}
      align="center"
      open={isOpen && disabledReason === undefined}
      onOpenChange={setIsOpen}
      trigger={
        <CallControl
          glyph={Grid3x3}
          label={t('voice.bar.keypad')}
          caption={t('voice.bar.keypadCaption')}
          shortcut="openKeypad"
          disabledReason={disabledReason}
        />
      }
    >
      <OpenPanel>
        <Keypad onTone={onTone} />
      </OpenPanel>
    </Popover>
  );
}
