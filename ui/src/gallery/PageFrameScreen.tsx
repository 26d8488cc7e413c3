// The frame of a page, alone and with a drawer beside it.
import { ContactRound } from 'lucide-react';
import { Drawer } from '../design/Drawer';
import { EmptyState } from '../design/EmptyState';
import { PageFrame } from '../design/PageFrame';
import { GalleryShell } from './GalleryShell';
import { ignore } from './samples';
import styles from './Sheet.module.css';

export function PageFrameScreen({ beside }: { beside: boolean }) {
  return (
    <GalleryShell area="people">
      <PageFrame
        id="people"
        label="Página"
        beside={
          beside && (
            <Drawer beside title="Resumo" onClose={ignore}>
              <EmptyState glyph={ContactRound} title="Ao lado da página" />
            </Drawer>
          )
        }
      >
        <div className={styles.sheet}>
          <h1 className={styles.title}>Página</h1>
          <EmptyState glyph={ContactRound} title="Conteúdo da página" />
        </div>
      </PageFrame>
    </GalleryShell>
  );
}
