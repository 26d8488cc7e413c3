// The head of a panel beside a page that is about one person: avatar with the channel, name, one line about it, and buttons.
import type { ReactNode } from 'react';
import { Avatar } from './Avatar';
import type { Glyph } from './icons/Icon';
import styles from './PersonHeader.module.css';

export interface PersonHeaderProps {
  initials: string;
  color: string;
  /** Glyph of the channel; its colour is that of `data-ch` around the header. */
  badge: Glyph | undefined;
  /** Content shown as the name, for example a link. */
  children: ReactNode;
  /** The name as plain text. */
  name: string;
  channel: string;
  /** Content after the channel in the second line. */
  about: string;
  /** Content at the right: a time, buttons, the close button. */
  actions: ReactNode;
}

export function PersonHeader({ initials, color, badge, children, name, channel, about, actions }: PersonHeaderProps) {
  return (
    <header className={styles.header}>
      <Avatar initials={initials} color={color} badge={badge} className={styles.avatar} />
      <div className={styles.who}>
        <h2 className={styles.name} title={name}>
          {children}
        </h2>
        <p className={styles.sub} title={about}>
          <b className={styles.channel}>{channel}</b>
          {` · ${about}`}
        </p>
      </div>
      {actions}
    </header>
  );
}
