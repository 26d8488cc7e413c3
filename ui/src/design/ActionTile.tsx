// An action as a tile: an icon above its label, in a row of equal tiles. A tile with an address is a link.
import type { MouseEvent } from 'react';
import { Icon, type Glyph } from './icons/Icon';
import { Tooltip } from './Tooltip';
import styles from './ActionTile.module.css';

export interface ActionTileProps {
  glyph: Glyph;
  label: string;
  /** The address that the tile opens. */
  href?: string;
  onClick?: ((event: MouseEvent) => void) | undefined;
  /** Why the action is disabled now; shown in the tooltip. */
  disabledReason?: string | undefined;
}

export function ActionTile({ glyph, label, href, onClick, disabledReason }: ActionTileProps) {
  const content = (
    <>
      <Icon glyph={glyph} />
      {label}
    </>
  );
  if (disabledReason !== undefined)
    return (
      <Tooltip text={disabledReason}>
        <button type="button" className={styles.tile} aria-disabled="true">
          {content}
        </button>
      </Tooltip>
    );
  if (href !== undefined)
    return (
      <a href={href} className={styles.tile} onClick={onClick}>
        {content}
      </a>
    );
  return (
    <button type="button" className={styles.tile} onClick={onClick}>
      {content}
    </button>
  );
}
