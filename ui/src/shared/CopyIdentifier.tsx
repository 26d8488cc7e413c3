// The button that copies the number, the profile or another identifier of a customer. Its check mark shows briefly that the text was
// copied.
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/useTranslation';
import { announce } from '../design/Announcer';
import { IconButton } from '../design/IconButton';
import { copyText } from './copyText';
import type { CustomerIdentifier } from './customerIdentifier';

/** How long the check mark is shown, in milliseconds. */
const markedMs = 1_500;

export function CopyIdentifier({
  identifier,
  className,
}: {
  identifier: CustomerIdentifier;
  className?: string | undefined;
}) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = window.setTimeout(() => setCopied(false), markedMs);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const { kind, value } = identifier;
  const copy = async (): Promise<void> => {
    if (!(await copyText(value))) return;
    setCopied(true);
    announce(t(`jobs.identifier.copied.${kind}`));
  };
  return (
    <IconButton
      size="small"
      glyph={copied ? Check : Copy}
      iconSize={14}
      label={t(copied ? `jobs.identifier.copied.${kind}` : `jobs.identifier.copy.${kind}`)}
      className={className}
      onClick={() => void copy()}
    />
  );
}
