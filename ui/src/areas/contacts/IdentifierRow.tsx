// The number or profile of the customer on the channel of the attendance, with its copy button: shown for everybody, registered or not.
import { useTranslation } from '../../i18n/useTranslation';
import { Icon } from '../../design/icons/Icon';
import { CopyIdentifier } from '../../shared/CopyIdentifier';
import type { CustomerIdentifier } from '../../shared/customerIdentifier';
import { channelGlyph, type ChannelName } from '../channels/channels';
import styles from './IdentifierRow.module.css';

export interface IdentifierRowProps {
  /** Undefined for a visitor of the web chat who gave no identifier. */
  identifier: CustomerIdentifier | undefined;
  channel: ChannelName;
  /** Whether the identifier is verified; undefined if the channel does not report it. */
  verified: boolean | undefined;
}

export function IdentifierRow({ identifier, channel, verified }: IdentifierRowProps) {
  const { t } = useTranslation();
  const name = t(`channels.name.${channel}`);
  const shown = identifier?.shown ?? t('shell.visitor.unidentified');
  return (
    <div className={styles.row} data-ch={channel}>
      <span className={styles.tile}>
        <Icon glyph={channelGlyph[channel]} size={16} />
      </span>
      <span className={styles.text}>
        <bdi className={styles.value} title={shown}>
          {shown}
        </bdi>
        <span className={styles.sub} title={verified === false ? t('contacts.unverifiedHelp') : undefined}>
          {verified === undefined
            ? name
            : t(verified ? 'contacts.identifier.verified' : 'contacts.identifier.unverified', { channel: name })}
        </span>
      </span>
      {identifier !== undefined && <CopyIdentifier identifier={identifier} />}
    </div>
  );
}
