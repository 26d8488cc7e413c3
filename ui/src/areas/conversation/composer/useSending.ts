// Sends the content of the composer: a text, an answer, files with a caption. The core decides whether a message is accepted; refused content stays
// in the composer.
import { useMemo } from 'react';
import { useCore } from '../../../core/react';
import { isRefused, takesCaption } from './attachments/attachments';
import { useComposing, type ChosenFile } from './composing';

export interface Sending {
  /** Returns whether the core accepted the text. */
  sendText: (text: string) => boolean;
  /**
   * Sends the chosen files; the text is the caption of the first file that can have one, and the quote goes with the text. Returns whether the text
   * was sent, too.
   */
  sendFiles: (text: string) => boolean;
  /** Sends a voice message. Returns whether the core accepted it. */
  sendRecording: (sound: SentFile) => boolean;
}

type SentFile = Pick<ChosenFile, 'file' | 'address'>;

export function useSending(protocol: string): Sending {
  const core = useCore();
  const { files, change } = useComposing(protocol);
  return useMemo(() => {
    const answeredMessage = (): string | undefined => core.snapshot<'draft'>(`draft:${protocol}`).answered;
    const sendText = (text: string): boolean => {
      const answered = answeredMessage();
      if (answered === undefined) core.dispatch({ area: 'conversation', type: 'sendMessage', protocol, text });
      else core.dispatch({ area: 'conversation', type: 'reply', protocol, text, answered });
      // The core empties the draft when it accepts the text.
      return core.snapshot<'draft'>(`draft:${protocol}`).text === '';
    };
    const send = (
      { file, address }: SentFile,
      { caption = '', quoted = '', recorded = false }: { caption?: string; quoted?: string; recorded?: boolean },
    ): boolean => {
      const before = core.list(`thread:${protocol}`).length;
      const { name, type: mimetype, size } = file;
      const media = { handle: core.keepFile(file), name, mimetype, size, url: address, recorded };
      core.dispatch({ area: 'conversation', type: 'sendMedia', protocol, file: media, caption, answered: quoted });
      // An accepted file is shown as a message at once.
      return core.list(`thread:${protocol}`).length > before;
    };
    const sendFiles = (text: string): boolean => {
      // A network without captions gets the text as a message of its own.
      const noCaption = core.snapshot<'draft'>(`draft:${protocol}`).noCaption;
      const hasCaption = ({ file }: ChosenFile): boolean => !noCaption && takesCaption(file);
      // Refused files stay in the composer.
      const good = files.filter((chosen) => !isRefused(chosen));
      const isCaption = good.some(hasCaption);
      const hasText = text.trim() !== '';
      // A refused text stays, and the files with it, because they belong after the text.
      if (hasText && !isCaption && !sendText(text)) return false;
      let caption = isCaption && hasText ? text : '';
      let quote = hasText && !isCaption ? '' : (answeredMessage() ?? '');
      let captionSent = false;
      const sent = new Set<ChosenFile>();
      for (const chosen of good) {
        const own = hasCaption(chosen) ? caption : '';
        const quoted = own !== '' || caption === '' ? quote : '';
        if (!send(chosen, { caption: own, quoted })) break;
        sent.add(chosen);
        if (quoted !== '') quote = '';
        if (own !== '') {
          captionSent = true;
          caption = '';
        }
      }
      change((now) => ({ files: now.files.filter((file) => !sent.has(file)) }));
      if (captionSent) core.dispatch({ area: 'conversation', type: 'draftChanged', protocol, text: '' });
      return captionSent;
    };
    return { sendText, sendFiles, sendRecording: (sound) => send(sound, { recorded: true }) };
  }, [core, protocol, files, change]);
}
