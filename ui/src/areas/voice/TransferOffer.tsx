// The offer that the receiver of a transfer or the guest of a conference sees from the first ring: the caller, the customer, the note, and what
// accepting means (ui-next §4).
import type { TransferOfferView } from 'core-wasm';
import { Info } from 'lucide-react';
import * as RadixAlertDialog from 'radix-ui/alert-dialog';
import { Avatar } from '../../design/Avatar';
import { Icon } from '../../design/icons/Icon';
import { PauseBarsGlyph } from '../../design/icons/glyphs';
import { TagChip } from '../../design/TagChip';
import { Timer } from '../../design/Timer';
import { formatPhone } from '../../i18n/format';
import { useTranslation } from '../../i18n/useTranslation';
import { shortName } from '../../shared/shortName';
import type { IncomingCallView } from './callViews';
import styles from './TransferOffer.module.css';

export type OfferKind = 'assisted' | 'blind' | 'conference';

export function offerKind({ conference, kind }: Pick<TransferOfferView, 'conference' | 'kind'>): OfferKind {
  return conference ? 'conference' : kind;
}

export interface TransferOfferProps {
  call: IncomingCallView;
  offer: TransferOfferView;
  /** Whether the agent has requested the contact's page. */
  wantsContact: boolean;
  onWantsContact: ((wants: boolean) => void) | undefined;
}

export function TransferOffer({ call, offer, wantsContact, onWantsContact }: TransferOfferProps) {
  const { t } = useTranslation();
  const kind = offerKind(offer);
  const sender = shortName(offer.from);
  const isRegistered = call.name !== '';
  const customer = isRegistered ? call.name : formatPhone(call.phone);
  const canOpenContact = offer.contactId !== undefined && onWantsContact !== undefined;
  return (
    <>
      <div className={styles.face}>
        <span className={styles.rings} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        <Avatar initials={offer.fromInitials} color={offer.fromColor} size={72} className={styles.avatar} />
      </div>
      <RadixAlertDialog.Description asChild>
        <div>
          <p className={styles.sender}>
            <bdi>{offer.from}</bdi>
          </p>
          <p className={styles.wants}>
            {t(`voice.offer.wants.${kind}`)}
            {offer.fromExtension !== '' && (
              <>
                {' · '}
                <span className={styles.number}>{t('voice.offer.extension', { extension: offer.fromExtension })}</span>
              </>
            )}
          </p>
          <div className={styles.card}>
            <div className={styles.customer}>
              <Avatar initials={call.initials} color={call.color} size={40} />
              <div className={styles.who}>
                <p className={styles.name}>
                  <bdi>{customer}</bdi>
                </p>
                {call.employer !== '' && (
                  <p className={styles.detail}>
                    <bdi>{call.employer}</bdi>
                  </p>
                )}
                <p className={styles.detail}>
                  {isRegistered ? (
                    <span className={styles.number}>{formatPhone(call.phone)}</span>
                  ) : (
                    t('voice.incoming.unknown')
                  )}
                </p>
                {call.phoneUnverified && <p className={styles.detail}>{t('voice.incoming.unverified')}</p>}
                {call.place !== '' && <p className={styles.detail}>{call.place}</p>}
              </div>
              {offer.onHoldSince !== undefined && (
                <p className={styles.hold}>
                  <Timer since={offer.onHoldSince} shape="call" className={styles.holdTime} />
                  <span className={styles.holdWord}>
                    <Icon glyph={PauseBarsGlyph} size={12} />
                    {t('voice.offer.held')}
                  </span>
                </p>
              )}
            </div>
            {offer.note !== '' && (
              <div className={styles.note}>
                <p className={styles.noteOf}>{t('voice.offer.noteOf', { name: sender })}</p>
                {/* Long notes scroll: they can be reached by keyboard. */}
                <p className={styles.noteText} dir="auto" {...(offer.note.length > longNote ? { tabIndex: 0 } : {})}>
                  {offer.note}
                </p>
              </div>
            )}
            {(offer.tags.length > 0 || canOpenContact) && (
              <div className={styles.more}>
                {offer.tags.length > 0 && (
                  <ul className={styles.tags} aria-label={t('voice.offer.tags')}>
                    {offer.tags.slice(0, mostTags).map(({ name, color }) => (
                      <li key={name}>
                        <TagChip name={name} color={color} className={styles.tag} />
                      </li>
                    ))}
                    {offer.tags.length > mostTags && <li>{`+${offer.tags.length - mostTags}`}</li>}
                  </ul>
                )}
                {canOpenContact && (
                  <button
                    type="button"
                    className={styles.contact}
                    aria-pressed={wantsContact}
                    onClick={() => onWantsContact(!wantsContact)}
                  >
                    {t(wantsContact ? 'voice.offer.contactAfter' : 'voice.offer.contact')}
                  </button>
                )}
              </div>
            )}
          </div>
          <p className={styles.means}>
            <Icon glyph={Info} />
            <span>
              {t(`voice.offer.means.${kind}`, {
                name: sender,
                customer: isRegistered ? shortName(call.name) : customer,
              })}
            </span>
          </p>
        </div>
      </RadixAlertDialog.Description>
    </>
  );
}

/** The buttons stay visible below the tags. */
const mostTags = 4;

/** Number of characters that fit into six lines of the dialog. */
const longNote = 250;
