// The server does not respond: the broken links, the number of attempts and the actions. The dialog closes when the server responds again; Esc does not
// close it.
import { Headphones, PhoneOff, Wifi } from 'lucide-react';
import { useTranslation } from '../../i18n/useTranslation';
import { Button } from '../../design/Button';
import { AlertDialog } from '../../design/Dialog';
import { LinkRows, type ProblemRow } from './LinkRows';

export interface ConnectionProblemDialogProps {
  open: boolean;
  problem: 'internet' | 'backend' | 'voiceMedia' | 'device' | undefined;
  /** The fault of the device, for the problem `device`. */
  device?: 'missing' | 'refused' | 'inUse' | 'stopped' | undefined;
  rows: ReadonlyArray<ProblemRow>;
  onRetry: () => void;
  onGiveUp: () => void;
}

const stay = (): void => undefined;

export function ConnectionProblemDialog({
  open,
  problem,
  device = 'stopped',
  rows,
  onRetry,
  onGiveUp,
}: ConnectionProblemDialogProps) {
  const { t } = useTranslation();
  const variant = problem === 'device' ? 'unknown' : (problem ?? 'unknown');
  return (
    <AlertDialog
      open={open}
      onCancel={stay}
      title={t(
        problem === 'device' ? `connection.problem.deviceTitle.${device}` : `connection.problem.title.${variant}`,
      )}
      glyph={problem === 'device' ? Headphones : problem === 'voiceMedia' ? PhoneOff : Wifi}
      tone="danger"
      description={t(
        problem === 'device'
          ? `connection.problem.deviceDescription.${device}`
          : `connection.problem.description.${variant}`,
      )}
      footer={
        <>
          <Button tone="ghost" onClick={onGiveUp}>
            {t(
              problem === 'device' || problem === 'voiceMedia'
                ? 'connection.problem.withoutVoice'
                : 'connection.problem.giveUp',
            )}
          </Button>
          <Button tone="primary" onClick={onRetry}>
            {t('shell.error.retry')}
          </Button>
        </>
      }
    >
      <LinkRows rows={rows} />
    </AlertDialog>
  );
}
