// Connects the composer of an attendance with the core: draft, lock, presets, and for WhatsApp and Instagram files, recordings, templates and answers.
import { useCallback, useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/useTranslation';
import { useIntent, useSlice } from '../../../core/react';
import { useDraft, useNotes, usePresetMessages, type OpenJob } from '../../../core/slices';
import { maxFileMegabytes } from './attachments/attachments';
import { useAttachments } from './attachments/useAttachments';
import { useRecorder } from './attachments/useRecorder';
import { Composer, type ComposerLock, type ComposerProps } from './Composer';
import { networkOf } from '../../../shared/messageText/useMessageTextPlace';
import { displayChannel } from '../../channels/displayChannel';
import { isTextOfNote } from './usePastedNote';
import { useAnsweredMessage } from './useAnsweredMessage';
import type { ComposerPresets } from './usePresets';
import type { PresetView } from './presets';
import { useLostFiles } from './composing';
import { useSending } from './useSending';

export interface ComposerTools {
  /** Undefined for a channel without templates. */
  onOpenTemplates: (() => void) | undefined;
}

export interface ComposerContainerProps {
  protocol: string;
  job: OpenJob;
  channelLock: ComposerLock | undefined;
  /** Undefined for a channel that sends texts only. */
  tools: ComposerTools | undefined;
  onSent: () => void;
  /** The choice between answer and note. */
  modeSwitch?: ReactNode;
}

export function ComposerContainer({ protocol, job, channelLock, tools, onSent, modeSwitch }: ComposerContainerProps) {
  const { t } = useTranslation();
  const intend = useIntent();
  const draft = useDraft(protocol);
  const { sendWith } = useSlice('preferences');
  const { items } = useSlice('channels');
  const notes = useNotes(protocol)?.notes;
  const lock = channelLock ?? lockOf();
  const { sendText, sendFiles, sendRecording } = useSending(protocol);
  const attachments = useAttachments(protocol);
  const lostFiles = useLostFiles(protocol);
  const presets = usePresetsOf(protocol, onSent);
  const reply = useAnsweredMessage(protocol, networkOf(displayChannel(job.channel, job.metaType)));
  const recorder = useRecorder(protocol, lock !== null, (sound) => {
    const accepted = sendRecording(sound);
    if (accepted) onSent();
    return accepted;
  });
  const extras: Partial<ComposerProps> =
    tools === undefined
      ? {}
      : {
          reply,
          onOpenTemplates: tools.onOpenTemplates,
          onRecord: recorder.start,
          recorder: recorder.bar,
          recordFault:
            recorder.fault === undefined
              ? undefined
              : { text: t(`chat.record.fault.${recorder.fault}`), onDismiss: recorder.dismissFault },
          attachments: {
            items: attachments.items,
            maxMegabytes: maxFileMegabytes,
            onAdd: attachments.add,
            onRemove: attachments.remove,
            onSend: (text) => {
              onSent();
              return sendFiles(text);
            },
          },
        };
  return (
    <Composer
      label={t('chat.composer.label', { name: job.name })}
      draft={draft.text}
      draftEpoch={draft.epoch}
      onDraftChange={(text) => intend({ area: 'conversation', type: 'draftChanged', protocol, text })}
      onSend={(text) => {
        sendText(text);
        onSent();
      }}
      sendWithCtrlEnter={sendWith === 'ctrlEnter'}
      textLength={draft.textLength}
      captionLength={draft.captionLength}
      noCaption={draft.noCaption}
      openVariable={draft.openVariable}
      isInternal={(pasted) => isTextOfNote(pasted, notes ?? [])}
      lock={lock}
      presets={presets}
      modeSwitch={modeSwitch}
      onFinishAfterSending={() => intend({ area: 'jobs', type: 'finishJob', protocol, confirmed: false, waits: true })}
      lostFiles={lostFiles}
      {...extras}
    />
  );

  function lockOf(): ComposerLock | null {
    switch (job.composer) {
      case 'open':
        return null;
      case 'closed':
        return {
          kind: 'closed',
          onQualify: () => intend({ area: 'qualification', type: 'openQualification', protocol }),
        };
      case 'channelDisconnected': {
        const pending = items.some(({ channel, status }) => channel === job.channel && status === 'processing');
        return {
          kind: 'disconnected',
          channel: job.channel,
          pending,
          onConnect: () => intend({ area: 'channels', type: 'connectChannel', channel: job.channel }),
        };
      }
    }
  }
}

/** The presets of the attendance's queue or campaign (PRE-003); the core loads them when the list is first opened. */
function usePresetsOf(protocol: string, onSent: () => void): ComposerPresets {
  const intend = useIntent();
  const loaded = usePresetMessages(protocol);
  const onLoad = useCallback(() => intend({ area: 'conversation', type: 'loadPresets', protocol }), [intend, protocol]);
  const onSendAsIs = useCallback(
    ({ id }: PresetView) => {
      intend({ area: 'conversation', type: 'sendPreset', protocol, presetId: id });
      onSent();
    },
    [intend, protocol, onSent],
  );
  const onInserted = useCallback(
    ({ id }: PresetView) => intend({ area: 'conversation', type: 'presetInserted', protocol, presetId: id }),
    [intend, protocol],
  );
  return useMemo(() => {
    const { state = 'notAsked', items = [] } = loaded ?? {};
    return { state: state === 'notAsked' ? 'loading' : state, items, onLoad, onSendAsIs, onInserted };
  }, [loaded, onLoad, onSendAsIs, onInserted]);
}
