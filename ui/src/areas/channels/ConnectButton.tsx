// Connects the channels of an agent who has none connected: the first action on an empty page.
import { Plug } from 'lucide-react';
import { Button, type ButtonProps } from '../../design/Button';
import { useTranslation } from '../../i18n/useTranslation';
import type { ConnectOffer } from './useReceiving';

export interface ConnectButtonProps extends Pick<ButtonProps, 'tone' | 'className'> {
  offer: ConnectOffer;
}

export function ConnectButton({ offer, ...look }: ConnectButtonProps) {
  const { t } = useTranslation();
  return (
    <Button {...look} glyph={Plug} pending={offer.pending} onClick={offer.onConnect}>
      {t(offer.several ? 'channels.connect.all' : 'channels.connect.one')}
    </Button>
  );
}
